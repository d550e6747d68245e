/**
 * The notes that the signed-in administrator is typing. They survive closing the dialog and the dashboard, and are saved on
 * leaving and when the connection returns.
 */
import { reviewDesk } from '../../../content/membership/review-desk';
import { beforeSignOut } from '../../../session/session-actions';
import { sessionState } from '../../../session/session-state';
import type { NoteSaver } from './note-saver';

/** `fields` is the number of fields that show the note. */
type Entry = { readonly saver: NoteSaver; fields: number };

/** By application for a new note, and by note for an edit. */
const entries = new Map<string, Entry>();
let owner: string | null = null;
let isWatching = false;

const savers = () => [...entries.values()].map(({ saver }) => saver);
const isUnsaved = () => savers().some((saver) => saver.isUnsaved());
const flushAll = async () => {
  await Promise.all(savers().map((saver) => saver.flush()));
};

function askBeforeLeaving(event: BeforeUnloadEvent): void {
  if (!isUnsaved()) return;
  void flushAll();
  event.preventDefault();
}

function forget(key: string): void {
  entries.delete(key);
  if (entries.size === 0) window.removeEventListener('beforeunload', askBeforeLeaving);
}

function forgetAll(): void {
  for (const saver of savers()) saver.pause();
  for (const key of entries.keys()) forget(key);
}

function watch(): void {
  if (isWatching) return;
  isWatching = true;
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') void flushAll();
  });
  window.addEventListener('online', () => savers().forEach((saver) => saver.retryNow()));
  beforeSignOut({
    save: flushAll,
    mayDiscard: () => !isUnsaved() || window.confirm(reviewDesk.notes.signOut),
  });
  sessionState.subscribe((event) => {
    if (event.type === 'SIGNED_OUT') {
      if (event.asked) forgetAll();
      else savers().forEach((saver) => saver.pause());
    }
    if (event.type === 'SIGNED_IN') {
      if (event.session.user.id === owner) savers().forEach((saver) => saver.resume());
      else forgetAll();
    }
  });
}

/** The saver of a field, which `create` makes at its first use. */
export function openNote(userId: string, key: string, create: () => NoteSaver): NoteSaver {
  watch();
  if (owner !== userId) forgetAll();
  owner = userId;
  const known = entries.get(key);
  if (known !== undefined) return known.saver;
  const entry = { saver: create(), fields: 0 };
  entries.set(key, entry);
  entry.saver.watch(() => settle(key, entry));
  // The listener exists only with a note, because some browsers exclude pages with it from the back/forward cache.
  window.addEventListener('beforeunload', askBeforeLeaving);
  return entry.saver;
}

/** A note without a field is forgotten once it is saved. */
function settle(key: string, entry: Entry): void {
  if (entry.fields === 0 && !entry.saver.isUnsaved() && entries.get(key) === entry) forget(key);
}

/** Called while a field shows the note. The returned function saves it. */
export function holdNote(key: string): () => void {
  const entry = entries.get(key);
  if (entry === undefined) return () => undefined;
  entry.fields += 1;
  return () => {
    entry.fields -= 1;
    void entry.saver.flush().then(() => settle(key, entry));
  };
}

/** Saves the note, and forgets it if that succeeded. */
export async function finishNote(key: string): Promise<boolean> {
  const entry = entries.get(key);
  await entry?.saver.flush();
  if (entry?.saver.isUnsaved() === true) return false;
  forget(key);
  return true;
}

export const isOpenNote = (key: string): boolean => entries.has(key);
