/**
 * How the draft in this tab relates to the stored draft, as a pure state machine:
 *
 *     unread ── read ──────────► current ◄── keep, load ── conflict
 *                                   │                         ▲
 *                                   └───────── read ──────────┘
 *               (another device or tab changed an answer that is unsaved here;
 *                   the first read of a draft can find such an answer as well)
 *
 * This tab overwrites only a version that it has read or written. A newer version is merged with the unsaved values. In
 * `conflict` nothing is written until the applicant has chosen.
 */
import type { DraftFields } from '../../../api/applications';
import {
  fieldNames,
  fieldOf,
  type FieldName,
} from '../../../content/membership/application-fields';
import { type Answers, lengthOf, noAnswers } from '../answers';

/** The values of a draft: the answers and the id of the photo. An unanswered field is empty, never absent. */
export type DraftValues = Answers & { headshot_id: string };
export type ValueName = keyof DraftValues;
type Value = DraftValues[ValueName];
export type Changes = Partial<DraftValues>;

export const noValues: DraftValues = { ...noAnswers, headshot_id: '' };
const valueNames = [...fieldNames, 'headshot_id'] as const satisfies readonly ValueName[];

export const sameValue = (one?: Value, other?: Value): boolean =>
  JSON.stringify(one) === JSON.stringify(other);

export const sameValues = (one: DraftValues, other: DraftValues): boolean =>
  valueNames.every((name) => sameValue(one[name], other[name]));

export const isEmpty = (values: DraftValues): boolean => sameValues(values, noValues);

const isKind = (value: unknown, like: Value): value is Value =>
  Array.isArray(like)
    ? Array.isArray(value) && value.every((entry) => typeof entry === 'string')
    : typeof value === 'string';

/** Drops unknown and malformed values, such as those from an earlier version of the page. */
export const parseValues = (fields: unknown): Changes =>
  Object.fromEntries(
    Object.entries(fields ?? {}).filter(
      ([name, value]) => name in noValues && isKind(value, noValues[name as ValueName]),
    ),
  );

export const toFields = (values: DraftValues): DraftFields =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value.length > 0));

/** Whether the server accepts a value of this length. */
function fits(name: FieldName, value: Value): boolean {
  const { most, mostEntries = 0 } = fieldOf(name);
  return typeof value === 'string'
    ? lengthOf(value) <= most
    : value.length <= mostEntries && value.every((entry) => lengthOf(entry) <= most);
}

export type DraftSync = {
  readonly status: 'unread' | 'current' | 'conflict';
  /** The saved draft as it was last read or written. */
  readonly saved: DraftValues;
  /** Those that the server may have: that of `saved`, if it is known, and those of requests without a response. */
  readonly versions: readonly string[];
  readonly changes: Changes;
  readonly refused: Changes;
};

export type SyncEvent =
  | { readonly type: 'typed' | 'refused'; readonly values: Changes }
  | { readonly type: 'read' | 'written'; readonly values: DraftValues; readonly version: string }
  | { readonly type: 'sent'; readonly version: string }
  | { readonly type: 'keep' | 'load' | 'start over' };

/** Of requests without a response, in one header. A forgotten one is found again by a read. */
const MAX_VERSIONS = 20;

/** After a reload, the changes were made to one of `versions`. */
export const unreadSync = (changes: Changes = {}, versions: readonly string[] = []): DraftSync => ({
  status: 'unread',
  saved: noValues,
  versions,
  changes,
  refused: {},
});

export const pick = (values: Changes, wanted: (name: ValueName) => boolean): Changes =>
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

export const isUnsaved = ({ changes }: DraftSync): boolean => namesOf(changes).length > 0;

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
  const { status, saved, versions, changes, refused } = sync;
  switch (event.type) {
    case 'typed': {
      const shown = shownValues(sync);
      const typed = pick(event.values, (name) => !sameValue(event.values[name], shown[name]));
      // While a request may save another value, the earlier one is still a change.
      const isStored = (name: ValueName) =>
        versions.length < 2 && sameValue(typed[name], saved[name]);
      const next = pick({ ...changes, ...typed }, (name) => !(name in typed && isStored(name)));
      const isResolved = status === 'conflict' && namesOf(next).length === 0;
      return { ...sync, changes: next, status: isResolved ? 'current' : status };
    }
    case 'read':
    case 'written': {
      const { values, version } = event;
      const left = pick(changes, (name) => !sameValue(changes[name], values[name]));
      const isForeign = event.type === 'read' && !versions.includes(version);
      const clashes = namesOf(left).some((name) => !sameValue(values[name], saved[name]));
      const stays = status === 'conflict' && namesOf(left).length > 0;
      const at = versions.indexOf(version);
      return {
        status: stays || (isForeign && clashes) ? 'conflict' : 'current',
        saved: values,
        // Requests that were sent later may still arrive.
        versions: at < 0 ? [version] : versions.slice(at),
        changes: left,
        refused,
      };
    }
    case 'sent': {
      const later = versions.slice(1).slice(2 - MAX_VERSIONS);
      return { ...sync, versions: [...versions.slice(0, 1), ...later, event.version] };
    }
    case 'refused': {
      const isNew = namesOf(event.values).some(
        (name) => !sameValue(refused[name], event.values[name]),
      );
      return isNew ? { ...sync, refused: { ...refused, ...event.values } } : sync;
    }
    case 'keep':
      return { ...sync, status: 'current' };
    case 'load':
      return { ...sync, status: 'current', changes: {} };
    case 'start over': {
      // The server may have saved any answer of a request without a response.
      const isUnknown = status === 'unread' || versions.length > 1;
      const blank = pick(noValues, (name) => isUnknown || saved[name].length > 0);
      return { ...sync, status: status === 'unread' ? status : 'current', changes: blank };
    }
  }
}
