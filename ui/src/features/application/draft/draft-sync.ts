/**
 * How the draft in this tab relates to the stored draft, as a pure state machine:
 *
 *     unread ── read ──────────► current ◄── keep, load ── conflict
 *                                 │   ▲ │                     ▲
 *                      start over │   │ └─── read ────────────┘
 *                                 ▼   │      (another device or tab changed an answer that is changed here)
 *                                deleting
 *
 * The API stores the last write, so this tab writes only over a version that it has read or written. Unsaved values are
 * laid over each newer version. In `conflict` nothing is written until the applicant has chosen a side.
 */
import {
  fits,
  noValues,
  sameValue,
  sameValues,
  valueNames,
  type Changes,
  type DraftValues,
  type ValueName,
} from './draft-values';

/** `updated_at` of the stored draft, null where none is stored. */
type Version = string | null;

export type DraftSync = {
  readonly status: 'unread' | 'current' | 'conflict' | 'deleting';
  /** The stored draft as last read or written. */
  readonly saved: DraftValues;
  /** Undefined where it is unknown. */
  readonly version: Version | undefined;
  /** The values that are not saved. */
  readonly changes: Changes;
  /** The values of a request whose response has not arrived. They may have been stored. */
  readonly sent: DraftValues | null;
  /** Values that the server has refused. */
  readonly refused: Changes;
};

export type SyncEvent =
  | { readonly type: 'typed'; readonly values: Changes }
  | { readonly type: 'read' | 'written'; readonly values: DraftValues; readonly version: Version }
  | { readonly type: 'sent'; readonly values: DraftValues }
  | { readonly type: 'refused'; readonly names: readonly ValueName[] }
  | { readonly type: 'keep' | 'load' | 'start over' };

/** `version` is the one to which the changes, kept through a reload, were made. */
export const unreadSync = (changes: Changes = {}, version?: Version): DraftSync => ({
  status: 'unread',
  saved: noValues,
  version,
  changes,
  sent: null,
  refused: {},
});

const pick = (values: Changes, wanted: (name: ValueName) => boolean): Changes =>
  Object.fromEntries(
    namesOf(values)
      .filter(wanted)
      .map((name) => [name, values[name]]),
  );

export const namesOf = (values: Changes): readonly ValueName[] =>
  valueNames.filter((name) => values[name] !== undefined);

export const shownValues = ({ saved, changes }: DraftSync): DraftValues => ({
  ...saved,
  ...changes,
});

export const isUnsaved = ({ status, changes }: DraftSync): boolean =>
  status === 'deleting' || namesOf(changes).length > 0;

/**
 * The changes that cannot be saved, because they are too long or were refused. Their saved values stay: leaving them out
 * would erase those.
 */
export const heldBack = ({ changes, refused }: DraftSync): readonly ValueName[] =>
  namesOf(changes).filter((name) => {
    const value = changes[name] ?? '';
    return sameValue(refused[name], value) || (name !== 'headshot_id' && !fits(name, value));
  });

export function savableValues(sync: DraftSync): DraftValues {
  const { saved, changes, refused } = sync;
  const held = heldBack(sync);
  return {
    ...noValues,
    // A saved photo is refused where it has been deleted since.
    ...pick(saved, (name) => !sameValue(refused[name], saved[name])),
    ...pick(changes, (name) => !held.includes(name)),
  };
}

export function nextSync(sync: DraftSync, event: SyncEvent): DraftSync {
  const { status, saved, version, changes, sent, refused } = sync;
  switch (event.type) {
    case 'typed': {
      const shown = shownValues(sync);
      const typed = pick(event.values, (name) => !sameValue(event.values[name], shown[name]));
      // A value typed back to the saved one is still a change while a request may store another.
      const isStored = (name: ValueName) =>
        [saved, sent ?? saved].every((stored) => sameValue(typed[name], stored[name]));
      const next = pick({ ...changes, ...typed }, (name) => !(name in typed && isStored(name)));
      const isResolved = status === 'conflict' && namesOf(next).length === 0;
      return { ...sync, changes: next, status: isResolved ? 'current' : status };
    }
    case 'read':
    case 'written': {
      const isRead = event.type === 'read';
      const isKnown = event.version === version;
      if (isRead && (status === 'deleting' || (status !== 'unread' && isKnown))) return sync;
      const left = pick(changes, (name) => !sameValue(changes[name], event.values[name]));
      const isForeign = isRead && !isKnown && !(sent !== null && sameValues(event.values, sent));
      const clashes = namesOf(left).some((name) => !sameValue(event.values[name], saved[name]));
      return {
        status: isForeign && clashes ? 'conflict' : 'current',
        saved: event.values,
        version: event.version,
        changes: left,
        sent: null,
        refused,
      };
    }
    case 'sent':
      return { ...sync, sent: event.values };
    case 'refused': {
      const values = pick(sent ?? {}, (name) => event.names.includes(name));
      const isNews = namesOf(values).some((name) => !sameValue(refused[name], values[name]));
      return isNews ? { ...sync, refused: { ...refused, ...values } } : sync;
    }
    case 'keep':
      return { ...sync, status: 'current' };
    case 'load':
      return { ...sync, status: 'current', changes: {} };
    case 'start over': {
      const blank = pick(noValues, (name) => saved[name].length > 0);
      return { ...sync, status: 'deleting', changes: blank, sent: noValues };
    }
  }
}
