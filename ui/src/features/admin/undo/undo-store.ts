/** The decisions that can still be undone. The store is outside React, so that a decision survives a change of the tab. */
import type { Decision } from '../../../api/review/applications';
import { sessionState } from '../../../session/session-state';

export type Row = {
  /** The applicant. */
  readonly name: string;
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
};

/** The rows whose decisions can be undone. */
export const openRows = ({ rows }: Pick<Undoable, 'rows'>, now: number) =>
  new Map([...rows].filter(([, { until }]) => until > now));

/** The seconds until the first of these decisions is final. */
export const secondsLeft = (rows: Undoable['rows'], now: number): number => {
  const [first] = rows.values();
  return first === undefined ? 0 : Math.ceil((first.until - now) / 1000);
};

let undoables: readonly Undoable[] = [];
/** The keys of those that are being undone. */
let undoing: ReadonlySet<number> = new Set();
let lastKey = 0;
/** Notes of undone decisions, by application. */
let notes: Readonly<Record<string, string>> = {};
const listeners = new Set<() => void>();

// The next user of the tab may be another administrator, who cannot undo these decisions.
sessionState.subscribe(({ type }) => {
  if (type !== 'SIGNED_OUT') return;
  undoables = [];
  notes = {};
  changed();
});

function changed(): void {
  for (const listener of listeners) listener();
}

/** Returns false if all decisions are final. The responses of a run are one offer. */
export function offerUndo(made: Pick<Undoable, 'decision' | 'rows' | 'note' | 'run'>): boolean {
  const now = performance.now();
  const before = undoables.find(
    ({ key, run }) => run !== undefined && run === made.run && !undoing.has(key),
  );
  const rows = openRows({ rows: new Map([...(before?.rows ?? []), ...made.rows]) }, now);
  if (rows.size === 0) return false;
  lastKey += 1;
  const key = before?.key ?? lastKey;
  const decided = (before?.decided ?? 0) + made.rows.size;
  const offer = { ...made, key, decided, rows, seconds: secondsLeft(rows, now) };
  undoables = [...undoables.filter((other) => other !== before), offer];
  changed();
  return true;
}

export function forgetUndo(key: number): void {
  undoables = undoables.filter((undoable) => undoable.key !== key);
  changed();
}

export const currentUndos = (): readonly Undoable[] => undoables;

export const currentlyUndoing = (): ReadonlySet<number> => undoing;

/** False if it is being undone already, perhaps by a press in the other bar. */
export function beginUndo(key: number): boolean {
  if (undoing.has(key)) return false;
  undoing = new Set([...undoing, key]);
  changed();
  return true;
}

export function endUndo(key: number): void {
  undoing = new Set([...undoing].filter((other) => other !== key));
  changed();
}

export function keepNote(id: string, note: string): void {
  if (note === '') return;
  notes = { ...notes, [id]: note };
  changed();
}

export const keptNotes = (): Readonly<Record<string, string>> => notes;

/** The dialog has taken the notes over. */
export function takeNotes(): void {
  if (Object.keys(notes).length === 0) return;
  notes = {};
  changed();
}

export function subscribeToUndos(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
