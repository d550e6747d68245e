/**
 * Checks that a successful response comes from the server. A network filter or a captive portal may respond instead, with
 * 200 and HTML. generated/answers.ts contains the responses from openapi.json.
 */
import { answers, type Member, shapes } from '../generated/answers';

export type SuccessResponse = {
  readonly status: number;
  /** Content-Type. */
  readonly type: string | null;
  readonly body: unknown;
};

/** Returns other text unchanged. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** `member` is a JSON type or a shape name, with the suffix `[]` for a list or `?` for a nullable value. */
function fits(value: unknown, member: Member): boolean {
  if (member.endsWith('?')) return value === null || fits(value, member.slice(0, -1));
  if (member.endsWith('[]')) {
    return Array.isArray(value) && value.every((item) => fits(item, member.slice(0, -2)));
  }
  const shape = shapes[member];
  if (shape === undefined) return member === 'any' ? value !== undefined : typeof value === member;
  if (typeof value !== 'object' || value === null) return false;
  if (Array.isArray(shape)) return shape.some((one) => fits(value, one));
  return Object.entries(shape).every(([name, each]) =>
    fits((value as Record<string, unknown>)[name], each),
  );
}

/** `operation` is a method and a path from openapi.json. */
export function isExpected(operation: string, { status, type, body }: SuccessResponse): boolean {
  const documented = answers[operation];
  if (documented === undefined) return true;
  const expected = documented[status];
  if (expected === undefined) return false;
  if (expected === '') return body === undefined || body === '';
  if (expected.includes('/')) return type?.startsWith(expected) === true;
  return type !== null && /[/+]json/.test(type) && fits(body, expected);
}
