/**
 * The internal notes that are typed but not sent with a decision, by application. They survive closing the dialog, another
 * tab of the dashboard, a reload and the end of the session.
 */
import { useEffect, useState, useSyncExternalStore } from 'react';
import {
  clearPersonal,
  readPersonal,
  writePersonal,
} from '../../../session/tab-storage/personal-storage';
import { keptNotes, subscribeToUndos, takeNotes } from '../undo/undo-store';

export type Notes = Readonly<Record<string, string>>;

const NAME = 'decision-notes';

function readNotes(userId: string): Notes {
  const entries = Object.entries(readPersonal(NAME, userId) ?? {});
  return Object.fromEntries(entries.filter(([, note]) => typeof note === 'string'));
}

export function useDecisionNotes(userId: string) {
  const [notes, setNotes] = useState<Notes>(() => readNotes(userId));
  useEffect(() => {
    if (Object.keys(notes).length === 0) clearPersonal(NAME);
    else writePersonal(NAME, userId, notes);
  }, [userId, notes]);

  // The note of an undone decision returns to the dialog, unless another was typed there.
  const kept = useSyncExternalStore(subscribeToUndos, keptNotes, keptNotes);
  useEffect(() => {
    if (Object.keys(kept).length === 0) return;
    setNotes((all) => ({ ...kept, ...all }));
    takeNotes();
  }, [kept]);

  const without = (all: Notes, id: string): Notes => {
    const { [id]: _, ...others } = all;
    return others;
  };
  return {
    notes,
    type: (id: string, note: string) =>
      setNotes((all) => (note === '' ? without(all, id) : { ...all, [id]: note })),
    /** Keeps what was typed after the decision was sent. */
    forget: (id: string, sent: string) =>
      setNotes((all) => (all[id] === sent ? without(all, id) : all)),
  };
}

export type DecisionNotes = ReturnType<typeof useDecisionNotes>;
