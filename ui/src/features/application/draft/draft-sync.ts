/**
 * How the draft in this tab relates to the stored draft, as a pure state machine:
 *
 *     unread ── read ──────────► current ◄── keep, load ── conflict
 *                                 │   ▲ │                     ▲
 *                      start over │   │ └─── read ────────────┘
 *                                 ▼   │      (another device or tab changed an answer that is unsaved here)
 *                                deleting
 *
 * The API stores the last write, so this tab overwrites only a version that it has read or written. A newer version is
 * merged with the unsaved values. In `conflict` nothing is written until the applicant has chosen.
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

/** `updated_at` of the saved draft; null if there is none. */
type Version = string | null;

export type DraftSync = {
  readonly status: 'unread' | 'current' | 'conflict' | 'deleting';
  /** The saved draft as it was last read or written. */
  readonly saved: DraftValues;
  /** Undefined if unknown. */
  readonly version: Version | undefined;
  readonly changes: Changes;
  /** The values in a request that has no response yet. The server may have saved them. */
  readonly sent: DraftValues | null;
  readonly refused: Changes;
};

export type SyncEvent =
  | { readonly type: 'typed'; readonly values: Changes }
  | { readonly type: 'read' | 'written'; readonly values: DraftValues; readonly version: Version }
  | { readonly type: 'sent'; readonly values: DraftValues }
  | { readonly type: 'refused'; readonly names: readonly ValueName[] }
  | { readonly type: 'keep' | 'load' | 'start over' };

/** After a reload, `version` is the saved draft that the changes were made to. */
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

/** The changes that exceed the length limit or were refused. Writes contain the saved values instead. */
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
    // A saved photo is refused if it has been deleted since.
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
      // While a request may save another value, the earlier one is still a change.
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
      const isNew = namesOf(values).some((name) => !sameValue(refused[name], values[name]));
      return isNew ? { ...sync, refused: { ...refused, ...values } } : sync;
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
