/** What a draft holds, how two versions of it differ, and how two become one. Pure. */
import type { DraftFields } from '../../api/draft';
import { fieldNames, fieldOf, type FieldName } from '../../content/membership/application-fields';
import { noAnswers, type Answers } from './answers';

/** The answers and the id of the photo, each empty where there is none. */
export type DraftValues = Answers & { headshot_id: string };
type Name = keyof DraftValues;
type Value = DraftValues[Name];

/** The values that differ from those saved, with both. `sent` is what a request without an answer may have saved. */
export type Changes = Partial<
  Record<Name, { readonly from: Value; readonly to: Value; readonly sent?: Value }>
>;

export const noValues: DraftValues = { ...noAnswers, headshot_id: '' };
const names = [...fieldNames, 'headshot_id'] as const satisfies readonly Name[];

export const sameValues = (one: DraftValues, other: DraftValues): boolean =>
  names.every((name) => sameValue(one[name], other[name]));

export const sameValue = (one?: Value, other?: Value): boolean =>
  JSON.stringify(one) === JSON.stringify(other);

const valuesBy = (valueOf: (name: Name) => Value): DraftValues =>
  Object.fromEntries(names.map((name) => [name, valueOf(name)])) as DraftValues;

const isKind = (value: unknown, like: Value): value is Value =>
  Array.isArray(like)
    ? Array.isArray(value) && value.every((entry) => typeof entry === 'string')
    : typeof value === 'string';

/** Members that are missing, unknown, or of another kind than now read as empty. */
export const fromFields = (fields: Readonly<Record<string, unknown>>): DraftValues =>
  valuesBy((name) => (isKind(fields[name], noValues[name]) ? fields[name] : noValues[name]));

/** Without what is empty. */
export const toFields = (values: DraftValues): DraftFields =>
  Object.fromEntries(
    names.filter((name) => values[name].length > 0).map((name) => [name, values[name]]),
  );

export const isEmpty = (values: DraftValues): boolean =>
  names.every((name) => values[name].length === 0);

export const changesBetween = (
  saved: DraftValues,
  now: DraftValues,
  sent: DraftValues | null = null,
): Changes =>
  Object.fromEntries(
    names
      .filter((name) => !sameValue(saved[name], now[name]))
      .map((name) => [
        name,
        { from: saved[name], to: now[name], ...(sent && { sent: sent[name] }) },
      ]),
  );

/** Answers that were kept, likewise. */
export const parseAnswers = (value: unknown): Partial<Answers> =>
  typeof value === 'object' && value !== null
    ? Object.fromEntries(
        fieldNames
          .map((name) => [name, (value as Record<string, unknown>)[name]] as const)
          .filter(([name, answer]) => isKind(answer, noValues[name])),
      )
    : {};

/** What stood before the changes, or after them, where everything else was empty. */
export const sideOf = (changes: Changes, side: 'from' | 'to'): DraftValues =>
  valuesBy((name) => changes[name]?.[side] ?? noValues[name]);

/** What may come from an older version or a curious hand: whatever is odd is left out. */
export function parseChanges(value: unknown): Changes {
  if (typeof value !== 'object' || value === null) return {};
  const known = Object.entries(value).filter(
    ([name, change]: [string, Partial<Record<'from' | 'to', unknown>> | null]) =>
      name in noValues &&
      isKind(change?.from, noValues[name as Name]) &&
      isKind(change.to, noValues[name as Name]),
  );
  return Object.fromEntries(known);
}

/**
 * What is saved now with the changes made to an earlier version. Field by field: who filled in two fields on two devices
 * keeps both. Where both changed the same answer, the change stands, because it is saved nowhere else, and `contested` has
 * the saved one.
 */
export function merge(
  saved: DraftValues,
  changes: Changes,
): { values: DraftValues; contested: Partial<Answers> } {
  const contested = fieldNames.filter((name) => {
    const change = changes[name];
    return (
      change !== undefined &&
      [change.from, change.sent, change.to].every((known) => !sameValue(saved[name], known))
    );
  });
  return {
    values: valuesBy((name) => changes[name]?.to ?? saved[name]),
    contested: Object.fromEntries(contested.map((name) => [name, saved[name]])),
  };
}

const length = (text: string): number => [...text].length;

/** Whether the server takes the value of this field, finished or not. */
function fits(name: FieldName, value: Value): boolean {
  const { most, mostEntries = 0 } = fieldOf(name);
  return typeof value === 'string'
    ? length(value) <= most
    : value.length <= mostEntries && value.every((entry) => length(entry) <= most);
}

/**
 * What can be saved now. A value that is too long, or that the server has refused, is held back, and the saved one stays:
 * leaving it out would erase that.
 */
export const sendable = (
  values: DraftValues,
  saved: DraftValues,
  refused: ReadonlyMap<string, Value>,
): DraftValues =>
  valuesBy((name) => {
    const value = values[name];
    const isRefused = (one: Value) => sameValue(refused.get(name), one);
    // The saved one is refused too where it is a photo that has been deleted since.
    if (isRefused(value)) return isRefused(saved[name]) ? noValues[name] : saved[name];
    return name === 'headshot_id' || fits(name, value) ? value : saved[name];
  });
