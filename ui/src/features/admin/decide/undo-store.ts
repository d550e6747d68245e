/** The decisions that can still be undone. The store is outside React, so that a decision survives a change of the tab. */
import type { Decision } from '../../../api/review/applications';
import { createListeners } from '../../../lib/listeners';
import type { nameOf } from '../application';
import { sessionState } from '../../../session/session-state';

type Row = {
  /** Named when it is shown, because names may be hidden later. */
  readonly applicant: Parameters<typeof nameOf>[0];
  /** The end of the time for undoing, in the time of performance.now(). */
  readonly until: number;
};

/** A decision on several applications that may still be running. */
export type UndoableRun = {
  stop(): void;
  onUndone(ids: readonly string[]): void;
};

export type Undoable = {
  readonly key: number;
  readonly decision: Decision;
  /** The number of decisions, some of which may have been final when they were offered. */
  readonly decided: number;
  /** By application. The first decision is the first one to become final. */
  readonly rows: ReadonlyMap<string, Row>;
  /** The time for undoing when it was offered. */
  readonly seconds: number;
  /** The note of a single decision, which undoing it puts back into the dialog. */
  readonly note: string;
  readonly run?: UndoableRun;
  readonly isBusy: boolean;
};

export const openRows = ({ rows }: Pick<Undoable, 'rows'>, now: number) =>
  new Map([...rows].filter(([, { until }]) => until > now));

export const secondsLeft = (rows: Undoable['rows'], now: number): number => {
  const [first] = rows.values();
  return first === undefined ? 0 : Math.ceil((first.until - now) / 1000);
};

let undoables: readonly Undoable[] = [];
let lastKey = 0;
const listeners = createListeners();

export const subscribeToUndos = listeners.subscribe;

function set(next: readonly Undoable[]): void {
  undoables = next;
  listeners.notify();
}

// The next user of the tab may be another administrator, who cannot undo these decisions.
sessionState.subscribe(({ type }) => {
  if (type === 'SIGNED_OUT') set([]);
});

/** Returns false if all decisions are final. The responses of a run are one offer. */
export function offerUndo(made: Pick<Undoable, 'decision' | 'rows' | 'note' | 'run'>): boolean {
  const now = performance.now();
  const before = undoables.find(
    ({ run, isBusy }) => run !== undefined && run === made.run && !isBusy,
  );
  const rows = openRows({ rows: new Map([...(before?.rows ?? []), ...made.rows]) }, now);
  if (rows.size === 0) return false;
  lastKey += 1;
  const key = before?.key ?? lastKey;
  const decided = (before?.decided ?? 0) + made.rows.size;
  const offer = { ...made, key, decided, rows, seconds: secondsLeft(rows, now), isBusy: false };
  set([...undoables.filter((other) => other !== before), offer]);
  return true;
}

export const forgetUndo = (key: number): void =>
  set(undoables.filter((undoable) => undoable.key !== key));

/** False if it is busy already, perhaps by a press in the other bar. */
export function markUndo(key: number, isBusy: boolean): boolean {
  const marked = undoables.find((undoable) => undoable.key === key);
  if (marked === undefined || marked.isBusy === isBusy) return false;
  set(undoables.map((undoable) => (undoable === marked ? { ...marked, isBusy } : undoable)));
  return true;
}

export const currentUndos = (): readonly Undoable[] => undoables;
