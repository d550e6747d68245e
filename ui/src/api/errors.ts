/** What can go wrong with a call, as one typed error: screens branch on `fault` or `code` and show `message`. */
import { problems } from '../content/site/problems';
import { CancelError } from './generated/core/CancelablePromise';
import type { FieldProblem } from './generated/models/FieldProblem';
import type { Problem } from './generated/models/Problem';
import { waitInWords } from './waits';

export type { FieldProblem, Problem };

/** Why a password is too weak. */
export type WeakReason = 'length' | 'characters' | 'pwned' | 'context';

/** Every kind of failure, each with its own details. */
export type Fault =
  /** Nobody is signed in. */
  | { readonly kind: 'session-missing' }
  /** The access or refresh token is not, or no longer, good. */
  | { readonly kind: 'invalid-token' }
  | { readonly kind: 'invalid-credentials' }
  | { readonly kind: 'weak-password'; readonly reasons: readonly WeakReason[] }
  /** A temporary failure of the server: 502, 503, 504. */
  | { readonly kind: 'retryable' }
  /** Too many requests from this network, address or user; a retry within the wait is refused too. Null: not told. */
  | { readonly kind: 'limited'; readonly waitSeconds: number | null }
  /** The server could not be reached, did not answer in time, or something else answered. */
  | { readonly kind: 'network' }
  /** Cancelled on purpose, because nobody waits for the answer any more. */
  | { readonly kind: 'cancelled' }
  /** Fields not accepted, by JSON pointers such as /zip_code or /subjects_taught/2. */
  | { readonly kind: 'validation'; readonly fields: readonly FieldProblem[] }
  /** Any other answer: `code` tells them apart. */
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

function onlyThose<T>(list: unknown, fits: (value: unknown) => value is T): readonly T[] {
  return Array.isArray(list) ? list.filter(fits) : [];
}

function faultOf(status: number, code: string, { errors, reasons }: ProblemBody): Fault {
  if (status === 502 || status === 503 || status === 504) return { kind: 'retryable' };
  if (code === 'authentication_required') return { kind: 'session-missing' };
  if (code === 'invalid_credentials') return { kind: 'invalid-credentials' };
  if (code === 'weak_password') {
    return { kind: 'weak-password', reasons: onlyThose(reasons, isWeakReason) };
  }
  if (status === 401 && TOKEN_CODES.includes(code)) return { kind: 'invalid-token' };
  const fields = onlyThose(errors, isFieldProblem);
  return status === 422 ? { kind: 'validation', fields } : { kind: 'refused' };
}

/** Seconds of a Retry-After header; the other form of it, a date, is not used by the server. */
const secondsOf = (retryAfter: string | null): number | null =>
  retryAfter !== null && /^\d+$/.test(retryAfter) ? Number(retryAfter) : null;

export type Answer = {
  readonly status: number;
  /** The header as received. */
  readonly retryAfter?: string | null;
  readonly body: unknown;
};

/** Converts a response that is not a success, from either transport. */
export function fromAnswer({ status, retryAfter = null, body }: Answer): ApiProblem {
  // A proxy may answer with HTML or without a body; then the message is ours.
  const problem: ProblemBody = typeof body === 'object' && body !== null ? body : {};
  const { code: named, detail } = problem;
  const code = typeof named === 'string' ? named : `http_${status}`;
  if (status === 429) {
    const waitSeconds = secondsOf(retryAfter);
    const message = problems.limited(waitInWords(waitSeconds));
    return new ApiProblem({ kind: 'limited', waitSeconds }, message, code, status);
  }
  const fault = faultOf(status, code, problem);
  // The server names a code in every refusal of its own.
  const isForeign = status < 500 && named === undefined;
  const otherwise =
    fault.kind === 'retryable'
      ? problems.busy
      : isForeign
        ? problems.intercepted
        : problems.unexpected;
  const message = typeof detail === 'string' && detail !== '' ? detail : otherwise;
  return new ApiProblem(fault, message, code, status);
}

export const unreachable = () =>
  new ApiProblem({ kind: 'network' }, problems.unreachable, 'network');
export const noAnswer = () => new ApiProblem({ kind: 'network' }, problems.noAnswer, 'timeout');
/** Something else than the server answered, such as a filter or the sign-in page of a network. */
export const intercepted = () =>
  new ApiProblem({ kind: 'network' }, problems.intercepted, 'intercepted');
export const cancelled = () =>
  new ApiProblem({ kind: 'cancelled' }, 'The request was cancelled.', 'cancelled');

/** Anything else than a problem of a call is a fault of the page: reported as such, although the form goes on. */
export function toProblem(cause: unknown): ApiProblem {
  if (cause instanceof ApiProblem) return cause;
  if (cause instanceof CancelError) return cancelled();
  reportError(cause);
  return new ApiProblem({ kind: 'refused' }, problems.unexpected, 'unexpected');
}

const isOf = (cause: unknown, ...kinds: readonly Fault['kind'][]): boolean =>
  cause instanceof ApiProblem && kinds.includes(cause.fault.kind);

export const isCancelled = (cause: unknown): boolean => isOf(cause, 'cancelled');
/** Temporary: worth a retry. */
export const isPassing = (cause: unknown): boolean => isOf(cause, 'network', 'retryable');
/** The access token was the reason: worth a retry with a new one. */
export const isTokenRefused = (cause: unknown): boolean =>
  isOf(cause, 'invalid-token', 'session-missing');

/** The code of a problem, for causes that may be of another kind, such as a passkey's or a wallet's. */
export const codeOf = (cause: unknown): string | undefined =>
  cause instanceof ApiProblem ? cause.code : undefined;

/** The refused fields; empty for other faults. */
export const fieldsOf = ({ fault }: ApiProblem): readonly FieldProblem[] =>
  fault.kind === 'validation' ? fault.fields : [];

/** What to show of it: its own message, but for a limit the sentence of the form that has met it. */
export const messageOf = ({ fault, message }: ApiProblem, limited: (wait: string) => string) =>
  fault.kind === 'limited' ? limited(waitInWords(fault.waitSeconds)) : message;
