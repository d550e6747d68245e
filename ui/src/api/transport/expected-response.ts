/**
 * Whether an answer of success is the server's own: a filter or the sign-in page of a network may answer in its place, with
 * 200 and HTML. What the server answers stands in openapi.json, from which generated/answers.ts is made.
 */
import { answers, type Member, shapes } from '../generated/answers';

export type Answered = {
  readonly status: number;
  /** The header Content-Type. */
  readonly type: string | null;
  readonly body: unknown;
};

/** A text that is no JSON stays the text. */
export function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** A type of JSON, or a shape by its name; `[]` for a list of them, `?` for one that may be null. */
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

/** `operation` is the method and the path of openapi.json. */
export function isExpected(operation: string, { status, type, body }: Answered): boolean {
  const documented = answers[operation];
  if (documented === undefined) return true;
  const expected = documented[status];
  if (expected === undefined) return false;
  if (expected === '') return body === undefined || body === '';
  if (expected.includes('/')) return type?.startsWith(expected) === true;
  return type !== null && /[/+]json/.test(type) && fits(body, expected);
}
