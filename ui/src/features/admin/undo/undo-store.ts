/** The decisions that can still be undone. The store is outside React, so that a decision survives a change of the tab. */
import type { Decision } from '../../../api/review/applications';

export type Undoable = {
  readonly key: number;
  readonly decision: Decision;
  /** The applicants by the ids of their applications. */
  readonly names: ReadonlyMap<string, string>;
  /** The note of a single decision, which undoing it puts back into the dialog. */
  readonly note: string;
  readonly seconds: number;
  /** In the time of performance.now(). */
  readonly until: number;
};

let undoables: readonly Undoable[] = [];
let lastKey = 0;
/** Notes of undone decisions, by application. */
let notes: Readonly<Record<string, string>> = {};
const listeners = new Set<() => void>();

function changed(): void {
  for (const listener of listeners) listener();
}

/** Does nothing if decisions are final. */
export function offerUndo(decided: Omit<Undoable, 'key' | 'until'> & { until?: number }): void {
  if (decided.seconds <= 0 || decided.names.size === 0) return;
  lastKey += 1;
  const until = decided.until ?? performance.now() + decided.seconds * 1000;
  undoables = [...undoables, { ...decided, key: lastKey, until }];
  changed();
}

export function forgetUndo(key: number): void {
  undoables = undoables.filter((undoable) => undoable.key !== key);
  changed();
}

export const currentUndos = (): readonly Undoable[] => undoables;

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
