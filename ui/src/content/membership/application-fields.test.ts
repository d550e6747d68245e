// @vitest-environment node
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import {
  applicationFields,
  fieldNames,
  tShirtSizes,
  type ApplicationField,
} from './application-fields';

interface Schema {
  required?: readonly string[];
  $ref?: string;
  type?: string;
  format?: string;
  maxLength?: number;
  maxItems?: number;
  items?: Schema;
  enum?: readonly string[];
  properties?: Record<string, Schema>;
}

const document = JSON.parse(
  readFileSync(new URL('../../../../openapi.json', import.meta.url), 'utf8'),
) as { components: { schemas: Record<string, Schema> } };
const { schemas } = document.components;
const fields = schemas.SubmitApplicationRequest?.properties ?? {};

/** The longest text that the API accepts, for a list the longest entry. */
function longest({ $ref, format, maxLength, items, enum: words }: Schema): number | undefined {
  if ($ref) return longest(schemas[$ref.split('/').at(-1) ?? ''] ?? {});
  if (items) return longest(items);
  if (words) return Math.max(...words.map((word) => word.length));
  return format === 'date' ? 'YYYY-MM-DD'.length : maxLength;
}

test('each field has the maximum length of the API', () => {
  const most = Object.fromEntries(fieldNames.map((name) => [name, applicationFields[name].most]));
  const { headshot_id: _, ...texts } = fields;
  const taken = Object.entries(texts).map(([name, schema]) => [name, longest(schema)] as const);
  expect(most).toEqual(Object.fromEntries(taken));
});

test('each list has the maximum number of entries of the API', () => {
  const most = fieldNames.map((name) => {
    const { mostEntries }: ApplicationField = applicationFields[name];
    return [name, mostEntries];
  });
  expect(most).toEqual(fieldNames.map((name) => [name, fields[name]?.maxItems]));
});

test('the required fields and the lists match the API', () => {
  const required = fieldNames.filter((name) => {
    const { kind, optional }: ApplicationField = applicationFields[name];
    return optional !== true || kind === 'list';
  });
  expect(required).toEqual(schemas.SubmitApplicationRequest?.required);
});

test('a draft accepts answers of the maximum length', () => {
  for (const name of fieldNames) {
    const saved = longest(schemas.DraftFields?.properties?.[name] ?? {});
    expect(saved).toBeGreaterThanOrEqual(applicationFields[name].most);
  }
});

test('the T-shirt sizes match the API', () => {
  expect(tShirtSizes).toEqual(schemas.TShirtSize?.enum);
});
