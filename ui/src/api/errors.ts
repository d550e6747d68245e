/** The error that API calls reject with. Pages branch on `fault` or `code` and show `message`. */
import { problems, waits } from '../content/site/problems';
import type { FieldProblem } from './generated/models/FieldProblem';
import type { Problem } from './generated/models/Problem';

export type { FieldProblem, Problem };

export type WeakReason = 'length' | 'characters' | 'pwned' | 'context';

export type Fault =
  | { readonly kind: 'session-missing' }
  /** The access or refresh token is invalid or expired. */
  | { readonly kind: 'invalid-token' }
  | { readonly kind: 'invalid-credentials' }
  | { readonly kind: 'weak-password'; readonly reasons: readonly WeakReason[] }
  /** A temporary server failure: 502, 503 or 504. */
  | { readonly kind: 'retryable' }
  /** Too many requests from this network, address or user. `waitSeconds` is null if the server sent no Retry-After. */
  | { readonly kind: 'limited'; readonly waitSeconds: number | null }
  /** The server was unreachable or too slow, or the response was not from the server. */
  | { readonly kind: 'network' }
  | { readonly kind: 'cancelled' }
  /** Refused fields, with JSON pointers such as /zip_code or /subjects_taught/2. */
  | { readonly kind: 'validation'; readonly fields: readonly FieldProblem[] }
  /** Any other refusal; see `code`. */
  | { readonly kind: 'refused' };

export class ApiProblem extends Error {
  override readonly name = 'ApiProblem';

  constructor(
    readonly fault: Fault,
    message: string,
    readonly code: string,
    readonly status?: number,
  ) {
    super(message);
  }
}

const TOKEN_CODES: readonly string[] = [
  'invalid_token',
  'token_expired',
  'session_revoked',
  'session_expired',
  'refresh_token_invalid',
  'refresh_token_reused',
];
const WEAK_REASONS: readonly string[] = ['length', 'characters', 'pwned', 'context'];

/** The body as received, not validated. */
type ProblemBody = Partial<Record<keyof Problem, unknown>>;

const isFieldProblem = (value: unknown): value is FieldProblem =>
  typeof value === 'object' && value !== null && 'field' in value && 'detail' in value;
const isWeakReason = (value: unknown): value is WeakReason =>
  typeof value === 'string' && WEAK_REASONS.includes(value);

function filterBy<T>(list: unknown, fits: (value: unknown) => value is T): readonly T[] {
  return Array.isArray(list) ? list.filter(fits) : [];
}

function faultOf(status: number, code: string, { errors, reasons }: ProblemBody): Fault {
  if (status === 502 || status === 503 || status === 504) return { kind: 'retryable' };
  if (code === 'authentication_required') return { kind: 'session-missing' };
  if (code === 'invalid_credentials') return { kind: 'invalid-credentials' };
  if (code === 'weak_password') {
    return { kind: 'weak-password', reasons: filterBy(reasons, isWeakReason) };
  }
  if (status === 401 && TOKEN_CODES.includes(code)) return { kind: 'invalid-token' };
  const fields = filterBy(errors, isFieldProblem);
  return status === 422 ? { kind: 'validation', fields } : { kind: 'refused' };
}

/** Rounds up, so that the next attempt is not too early. Null means an unknown wait. */
export function waitInWords(seconds: number | null): string {
  if (seconds === null) return waits.unknown;
  const minutes = Math.ceil(seconds / 60);
  if (minutes <= 1) return waits.minute;
  if (minutes < 60) return waits.minutes(minutes);
  return minutes === 60 ? waits.hour : waits.hours(Math.ceil(minutes / 60));
}

/** The seconds of a Retry-After header. The server never sends a date. */
const secondsOf = (retryAfter: string | null): number | null =>
  retryAfter !== null && /^\d+$/.test(retryAfter) ? Number(retryAfter) : null;

export type ErrorResponse = {
  readonly status: number;
  readonly retryAfter?: string | null;
  readonly body: unknown;
};

/** Converts an unsuccessful response. */
export function fromResponse({ status, retryAfter = null, body }: ErrorResponse): ApiProblem {
  // A proxy may answer with HTML or without a body.
  const problem: ProblemBody = typeof body === 'object' && body !== null ? body : {};
  const { code: ownCode, detail } = problem;
  const code = typeof ownCode === 'string' ? ownCode : `http_${status}`;
  if (status === 429) {
    const waitSeconds = secondsOf(retryAfter);
    const message = problems.limited(waitInWords(waitSeconds));
    return new ApiProblem({ kind: 'limited', waitSeconds }, message, code, status);
  }
  const fault = faultOf(status, code, problem);
  // Every refusal from the server has a code.
  const isIntercepted = status < 500 && ownCode === undefined;
  const otherwise =
    fault.kind === 'retryable'
      ? problems.busy
      : isIntercepted
        ? problems.intercepted
        : problems.unexpected;
  const message = typeof detail === 'string' && detail !== '' ? detail : otherwise;
  return new ApiProblem(fault, message, code, status);
}

export const unreachable = () =>
  new ApiProblem({ kind: 'network' }, problems.unreachable, 'network');
export const noResponse = () => new ApiProblem({ kind: 'network' }, problems.noAnswer, 'timeout');
/** The response came from a network filter or a captive portal. */
export const intercepted = () =>
  new ApiProblem({ kind: 'network' }, problems.intercepted, 'intercepted');
export const cancelled = () =>
  new ApiProblem({ kind: 'cancelled' }, 'The request was cancelled.', 'cancelled');

/** Any other error is a bug in the page and is reported. */
export function toProblem(cause: unknown): ApiProblem {
  if (cause instanceof ApiProblem) return cause;
  reportError(cause);
  return new ApiProblem({ kind: 'refused' }, problems.unexpected, 'unexpected');
}

const hasKind = (cause: unknown, ...kinds: readonly Fault['kind'][]): boolean =>
  cause instanceof ApiProblem && kinds.includes(cause.fault.kind);

export const isCancelled = (cause: unknown): boolean => hasKind(cause, 'cancelled');
/** A temporary failure: a retry may succeed. */
export const isTransient = (cause: unknown): boolean => hasKind(cause, 'network', 'retryable');
/** A retry with a new token may succeed. */
export const isTokenRefused = (cause: unknown): boolean =>
  hasKind(cause, 'invalid-token', 'session-missing');

/** Undefined for passkey and wallet errors. */
export const codeOf = (cause: unknown): string | undefined =>
  cause instanceof ApiProblem ? cause.code : undefined;

export const fieldsOf = ({ fault }: ApiProblem): readonly FieldProblem[] =>
  fault.kind === 'validation' ? fault.fields : [];

/** The message to show. `limited` is the form's message for a rate limit. */
export const messageOf = ({ fault, message }: ApiProblem, limited: (wait: string) => string) =>
  fault.kind === 'limited' ? limited(waitInWords(fault.waitSeconds)) : message;

export const failed = (cause: unknown) =>
  ({ is: 'failed', message: toProblem(cause).message }) as const;
