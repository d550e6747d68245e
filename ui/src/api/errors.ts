// What can go wrong with a call, as one typed error: screens branch on `kind` or `code` and show `message`.
import { ApiError } from './generated/core/ApiError';
import { CancelError } from './generated/core/CancelablePromise';
import type { FieldProblem } from './generated/models/FieldProblem';
import type { Problem } from './generated/models/Problem';

export type { FieldProblem, Problem };

export type ProblemKind =
  | 'session-missing'
  | 'invalid-token'
  | 'invalid-credentials'
  | 'weak-password'
  | 'validation'
  | 'retryable'
  | 'network'
  | 'cancelled'
  | 'refused';

export class ApiProblem extends Error {
  override readonly name = 'ApiProblem';

  constructor(
    readonly kind: ProblemKind,
    message: string,
    readonly code: string,
    readonly status?: number,
    /** The fields not accepted, by JSON pointers such as /zip_code or /subjects_taught/2. */
    readonly errors: readonly FieldProblem[] = [],
    /** Why a password is too weak: length, characters, pwned, context. */
    readonly reasons: readonly string[] = [],
  ) {
    super(message);
  }
}

const UNREACHABLE = 'We could not reach the server. Please check your connection and try again.';
const NO_ANSWER = 'The server took too long to answer. Please try again.';
const BUSY = 'The server is busy just now. Please try again in a moment.';
const UNEXPECTED = 'Something went wrong on our side. Please try again.';

const TOKEN_CODES: readonly string[] = [
  'invalid_token',
  'token_expired',
  'session_revoked',
  'session_expired',
  'refresh_token_invalid',
  'refresh_token_reused',
];

function kindOf(status: number, code: string): ProblemKind {
  if (status === 502 || status === 503 || status === 504) return 'retryable';
  if (code === 'authentication_required') return 'session-missing';
  if (code === 'invalid_credentials') return 'invalid-credentials';
  if (code === 'weak_password') return 'weak-password';
  if (status === 401 && TOKEN_CODES.includes(code)) return 'invalid-token';
  if (status === 422) return 'validation';
  return 'refused';
}

/** The body as it may arrive: nothing in it is certain. */
type ProblemBody = Partial<Record<keyof Problem, unknown>>;

const isFieldProblem = (value: unknown): value is FieldProblem =>
  typeof value === 'object' && value !== null && 'field' in value && 'detail' in value;

function fromAnswer({ status, body }: ApiError): ApiProblem {
  // A proxy in between may answer with HTML or nothing: then the words are ours.
  const problem: ProblemBody =
    typeof body === 'object' && body !== null ? (body as ProblemBody) : {};
  const code = typeof problem.code === 'string' ? problem.code : `http_${status}`;
  const kind = kindOf(status, code);
  const otherwise = kind === 'retryable' ? BUSY : UNEXPECTED;
  return new ApiProblem(
    kind,
    typeof problem.detail === 'string' && problem.detail !== '' ? problem.detail : otherwise,
    code,
    status,
    Array.isArray(problem.errors) ? problem.errors.filter(isFieldProblem) : [],
    Array.isArray(problem.reasons) ? problem.reasons.map(String) : [],
  );
}

export function toProblem(cause: unknown): ApiProblem {
  if (cause instanceof ApiProblem) return cause;
  if (cause instanceof ApiError) return fromAnswer(cause);
  if (cause instanceof CancelError) return new ApiProblem('cancelled', cause.message, 'cancelled');
  if (cause instanceof DOMException && cause.name === 'TimeoutError') {
    return new ApiProblem('network', NO_ANSWER, 'timeout');
  }
  // fetch reports every lost connection as a TypeError.
  if (cause instanceof TypeError) return new ApiProblem('network', UNREACHABLE, 'network');
  return new ApiProblem('refused', UNEXPECTED, 'unexpected');
}

/** True for a call that was cancelled on purpose: nobody is waiting for it any more. */
export const isCancelled = (cause: unknown): boolean =>
  cause instanceof ApiProblem && cause.kind === 'cancelled';
