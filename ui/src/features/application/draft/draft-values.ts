import type { DraftFields } from '../../../api/draft';
import {
  fieldNames,
  fieldOf,
  type FieldName,
} from '../../../content/membership/application-fields';
import { noAnswers, type Answers } from '../answers';

/** The values of a draft: the answers and the id of the photo. An unanswered field is empty, never absent. */
export type DraftValues = Answers & { headshot_id: string };
export type ValueName = keyof DraftValues;
export type Value = DraftValues[ValueName];
export type Changes = Partial<DraftValues>;

export const noValues: DraftValues = { ...noAnswers, headshot_id: '' };
export const valueNames = [...fieldNames, 'headshot_id'] as const satisfies readonly ValueName[];

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

/** Omits empty values. */
export const toFields = (values: DraftValues): DraftFields =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value.length > 0));

const length = (text: string): number => [...text].length;

/** Whether the server accepts a value of this length. */
export function fits(name: FieldName, value: Value): boolean {
  const { most, mostEntries = 0 } = fieldOf(name);
  return typeof value === 'string'
    ? length(value) <= most
    : value.length <= mostEntries && value.every((entry) => length(entry) <= most);
}
