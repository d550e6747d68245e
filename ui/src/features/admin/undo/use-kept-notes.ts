/** Puts the notes of undone decisions back into the dialog. */
import { useEffect, useSyncExternalStore } from 'react';
import type { Notes } from '../sheet/application-dialog';
import { keptNotes, subscribeToUndos, takeNotes } from './undo-store';

export function useKeptNotes(onNotes: (change: (notes: Notes) => Notes) => void): void {
  const kept = useSyncExternalStore(subscribeToUndos, keptNotes, keptNotes);
  useEffect(() => {
    if (Object.keys(kept).length === 0) return;
    onNotes((notes) => ({ ...notes, ...kept }));
    takeNotes();
  }, [kept, onNotes]);
}
