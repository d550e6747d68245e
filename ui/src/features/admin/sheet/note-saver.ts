/**
 * Saves one note while its author types: adds it after the first pause, then updates it. An emptied note is deleted. After a
 * failure the text stays and saving is retried. If another tab has changed the note, its author chooses between both texts.
 */
import { isTransient, toProblem } from '../../../api/errors';
import {
  addNote,
  type ApplicationNote,
  deleteNote,
  listNotes,
  updateNote,
} from '../../../api/review/notes';
import { reviewDesk } from '../../../content/membership/review-desk';
import { createSaveScheduler, type Outcome } from '../../../lib/save-scheduler';

/** In code points, as on the server. */
export const MAX_LENGTH = 5_000;

export type NoteState = {
  readonly text: string;
  /** Null until the note is added. */
  readonly noteId: string | null;
  readonly saving: keyof typeof reviewDesk.notes.saving;
  /** Why the text cannot be saved. The next change tries again. */
  readonly refusal: string | null;
  /** What another tab has stored since. Nothing is saved until the author has chosen. */
  readonly newer: string | null;
};

type Change = { readonly saved: ApplicationNote } | { readonly removed: string };

type Options = {
  applicationId: string;
  /** The stored note to edit. */
  note?: Pick<ApplicationNote, 'id' | 'text' | 'version'>;
  /** After a change on the server. */
  onChange(change: Change): void;
};

export type NoteSaver = ReturnType<typeof createNoteSaver>;

export function createNoteSaver({ applicationId, note, onChange }: Options) {
  let state: NoteState = {
    text: note?.text ?? '',
    noteId: note?.id ?? null,
    saving: 'none',
    refusal: null,
    newer: null,
  };
  /** The text on the server; null if it has no note. */
  let stored = note?.text ?? null;
  let version = note?.version ?? '';
  /** The text of an update without a response. The server may have stored it. */
  let sent: string | null = null;
  /** An addition without a response. The server may have stored it, so it is repeated unchanged. */
  let addition: { readonly key: string; readonly text: string } | null = null;
  const listeners = new Set<() => void>();

  const set = (change: Partial<NoteState>) => {
    state = { ...state, ...change };
    for (const listener of listeners) listener();
  };

  const add = async (text: string) => {
    addition ??= { key: crypto.randomUUID(), text };
    const saved = await addNote(applicationId, addition.text, addition.key);
    stored = addition.text;
    addition = null;
    ({ version } = saved);
    set({ noteId: saved.id });
    onChange({ saved });
  };

  const forget = (noteId: string) => {
    stored = null;
    set({ noteId: null });
    onChange({ removed: noteId });
  };

  const change = async (noteId: string, text: string): Promise<void> => {
    try {
      if (text === '') {
        await deleteNote(applicationId, noteId, version);
        forget(noteId);
        return;
      }
      const saved = await updateNote(applicationId, noteId, version, text);
      stored = text;
      ({ version } = saved);
      sent = null;
      onChange({ saved });
    } catch (cause) {
      const { status } = toProblem(cause);
      if (status === undefined) sent = text;
      if (status === 412) return meetNewer(noteId, text);
      if (status !== 404) throw cause;
      await addAgain(noteId, text);
    }
  };

  /** Deleted in another tab. The text that is still here becomes a new note. */
  const addAgain = async (noteId: string, text: string) => {
    forget(noteId);
    if (text !== '') await add(text);
  };

  const meetNewer = async (noteId: string, text: string) => {
    const saved = (await listNotes(applicationId)).find(({ id }) => id === noteId);
    if (saved === undefined) return addAgain(noteId, text);
    ({ version } = saved);
    // Its response was lost.
    if (saved.text === sent) return change(noteId, text);
    stored = saved.text;
    set({ newer: saved.text });
    onChange({ saved });
  };

  const write = async (text: string) => {
    if (addition !== null || (state.noteId === null && text !== '')) await add(text);
    if (state.noteId === null || text === stored) return;
    await change(state.noteId, text);
  };

  const save = async (): Promise<Outcome> => {
    const text = state.text.trim();
    if (state.newer !== null) return { is: 'saved' };
    if ([...text].length > MAX_LENGTH) {
      set({ saving: 'none', refusal: reviewDesk.notes.tooLong(MAX_LENGTH) });
      return { is: 'saved' };
    }
    set({ saving: 'saving', refusal: null });
    try {
      await write(text);
      set({ saving: text === '' || state.newer !== null ? 'none' : 'saved' });
      return { is: 'saved' };
    } catch (cause) {
      const { fault, message, status } = toProblem(cause);
      const isFinal = status !== undefined && [403, 404, 409, 422].includes(status);
      if (isFinal && !isTransient(cause)) {
        addition = null;
        set({ saving: 'none', refusal: message });
        return { is: 'saved' };
      }
      set({ saving: 'retrying' });
      const waitMs = fault.kind === 'limited' ? (fault.waitSeconds ?? 0) * 1_000 : 0;
      return { is: 'failed', waitMs };
    }
  };

  const scheduler = createSaveScheduler(save);

  return {
    state: () => state,
    watch(listener: () => void) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    type(text: string) {
      set({ text, refusal: null });
      scheduler.touch();
    },
    /** Ends a conflict: `keep` saves the text of this tab, `load` shows the newer one. */
    resolve(choice: 'keep' | 'load') {
      set({ text: choice === 'load' ? (state.newer ?? '') : state.text, newer: null });
      scheduler.touch();
      void scheduler.flush();
    },
    flush: scheduler.flush,
    retryNow: scheduler.retryNow,
    pause: scheduler.pause,
    resume: scheduler.resume,
    /** Whether text in this tab is not on the server. */
    isUnsaved: () => addition !== null || state.text.trim() !== (stored ?? ''),
  };
}
