/** What the server has of an application's draft, as far as this page knows, and how it gets the rest. */
import { deleteDraft, readDraft, saveDraft } from '../../api/draft';
import { fieldNames, type FieldName, type Step } from '../../content/membership/application-fields';
import {
  changesBetween,
  fromFields,
  isEmpty,
  merge,
  noValues,
  sameValue,
  sendable,
  toFields,
  type Changes,
  type DraftValues,
} from './draft-values';

type Name = keyof DraftValues;

/** For so long nobody else is expected to have saved since the last request. */
const CURRENT_MS = 30_000;

/** `before` is what it had when the changes that wait in this tab were made. */
export function createServerCopy(before: DraftValues) {
  let saved = before;
  /** When that was saved, by the server's clock; undefined while it was never read. */
  let savedAt: string | null | undefined;
  let readAt = 0;
  /** When a request last told what the server has; 0 where another device may have saved since. */
  let knownAt = 0;
  /** What a request carried that has had no answer. */
  let sent: DraftValues | null = null;
  let refused: ReadonlyMap<Name, DraftValues[Name]> = new Map();
  /** Counts the requests that save: the answer to a reading before one of them is out of date. */
  let writes = 0;

  const changes = (values: DraftValues): Changes => changesBetween(saved, values, sent);
  const isChanged = (values: DraftValues) => Object.keys(changes(values)).length > 0;
  const toSend = (values: DraftValues) => sendable(values, saved, refused);

  return {
    isRead: () => savedAt !== undefined,
    readAt: () => readAt,
    /** What is known is what the server has, as far as one can tell: it may be written over. */
    isCurrent: () => savedAt !== undefined && Date.now() - knownAt < CURRENT_MS,
    /** Another device may have saved: to be read before the next write. */
    doubt: () => {
      knownAt = 0;
    },
    isEmpty: () => isEmpty(saved),
    changes,
    isChanged,
    /** The changed answers that cannot be sent as they are. */
    heldBack: (values: DraftValues): readonly FieldName[] => {
      const next = toSend(values);
      return fieldNames.filter((name) => !sameValue(next[name], values[name]));
    },
    /** Nothing of the changes can be sent. */
    isHeldBack: (values: DraftValues) => isChanged(values) && !isChanged(toSend(values)),

    /** Joins what the server has with the present values. Null where it has nothing new. */
    read: async (present: () => DraftValues, signal?: AbortSignal) => {
      const asked = writes;
      const { fields, updated_at } = await readDraft(signal);
      if (asked !== writes) return null;
      readAt = Date.now();
      knownAt = readAt;
      if (savedAt !== undefined && savedAt === updated_at) return null;
      const found = fromFields(fields);
      const merged = merge(found, changes(present()));
      saved = found;
      savedAt = updated_at;
      sent = null;
      return merged;
    },

    /** Saves what can be sent of the values. An empty draft is no draft. */
    write: async (values: DraftValues, step: Step, signal: AbortSignal): Promise<void> => {
      const next = toSend(values);
      if (!isChanged(next)) return;
      writes += 1;
      sent = next;
      if (isEmpty(next)) {
        await deleteDraft(signal);
        savedAt = null;
      } else {
        savedAt = (await saveDraft({ fields: toFields(next), step }, signal)).updated_at;
      }
      saved = next;
      sent = null;
      knownAt = Date.now();
    },

    /** Deletes whatever the server has, read or not. */
    clear: async (signal: AbortSignal): Promise<void> => {
      writes += 1;
      await deleteDraft(signal);
      saved = noValues;
      savedAt = null;
      sent = null;
      knownAt = Date.now();
    },

    /** These values were refused as they were sent. True where the rest is worth another try. */
    refuse: (names: readonly Name[]): boolean => {
      if (sent === null) return false;
      const carried = sent;
      const news = names.filter((name) => !sameValue(refused.get(name), carried[name]));
      refused = new Map([...refused, ...news.map((name) => [name, carried[name]] as const)]);
      return news.length > 0;
    },
  };
}
