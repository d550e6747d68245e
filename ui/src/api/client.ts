// The one wrapper around the generated client: token in, typed problems out, one more try after a refused token.
// The files beside it, one a group of operations, are all that the rest of the site calls.
import { ApiProblem, toProblem } from './errors';
import type { CancelablePromise } from './generated/core/CancelablePromise';
import { OpenAPI } from './generated/core/OpenAPI';

export type ApiWiring = {
  /** The token to send, fresh enough to be accepted; undefined when nobody is signed in. */
  getAccessToken(): Promise<string | undefined>;
  /** A token was refused: answers true when there is a new one worth a second try. */
  onUnauthorized(): Promise<boolean>;
};

let wiring: ApiWiring | null = null;

/** Joins the client to the session, which lives above it and so cannot be imported here. */
export function configureApi(next: ApiWiring): void {
  wiring = next;
  OpenAPI.TOKEN = async () => (await next.getAccessToken()) ?? '';
}

async function attempt<T>(operation: () => CancelablePromise<T>, signal?: AbortSignal): Promise<T> {
  const pending = operation();
  const cancel = () => pending.cancel();
  if (signal?.aborted === true) cancel();
  signal?.addEventListener('abort', cancel);
  try {
    return await pending;
  } catch (cause) {
    throw toProblem(cause);
  } finally {
    signal?.removeEventListener('abort', cancel);
  }
}

const refusedToken = (cause: unknown): boolean =>
  cause instanceof ApiProblem &&
  cause.status === 401 &&
  (cause.kind === 'invalid-token' || cause.kind === 'session-missing');

/** A call of a signed-in person. */
export async function call<T>(
  operation: () => CancelablePromise<T>,
  signal?: AbortSignal,
): Promise<T> {
  try {
    return await attempt(operation, signal);
  } catch (cause) {
    if (!refusedToken(cause) || wiring === null || !(await wiring.onUnauthorized())) throw cause;
    return attempt(operation, signal);
  }
}

/** A call that needs no session: its 401 is an answer for the form, not a reason to refresh. */
export const callPublic = attempt;
