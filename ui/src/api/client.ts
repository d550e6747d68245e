/**
 * The one wrapper around the generated client: token in, typed problems out, one more try after a refused token.
 * The files beside it, one a group of operations, are all that the rest of the site calls.
 */
import { cancelled, isTokenRefused, toProblem } from './errors';
import type { CancelablePromise } from './generated/core/CancelablePromise';
import { OpenAPI } from './generated/core/OpenAPI';

export type ApiWiring = {
  /** The token to send, fresh enough to be accepted; undefined when nobody is signed in. */
  getAccessToken(): Promise<string | undefined>;
  /** This token was refused: answers true when there is another one worth a second try. */
  onUnauthorized(refused: string | undefined): Promise<boolean>;
};

let wiring: ApiWiring | null = null;

/** Joins the client to the session, which lives above it and so cannot be imported here. */
export function configureApi(next: ApiWiring): void {
  wiring = next;
  OpenAPI.TOKEN = async () => (await next.getAccessToken()) ?? '';
}

async function attempt<T>(operation: () => CancelablePromise<T>, signal?: AbortSignal): Promise<T> {
  if (signal?.aborted === true) throw cancelled();
  const pending = operation();
  const cancel = () => pending.cancel();
  signal?.addEventListener('abort', cancel);
  try {
    return await pending;
  } catch (cause) {
    throw toProblem(cause);
  } finally {
    signal?.removeEventListener('abort', cancel);
  }
}

/** Runs `act` with the token of this moment, and once more with another one where that token was refused. */
export async function authorized<T>(act: (token: string | undefined) => Promise<T>): Promise<T> {
  const token = await wiring?.getAccessToken();
  try {
    return await act(token);
  } catch (cause) {
    if (!isTokenRefused(cause) || wiring === null || !(await wiring.onUnauthorized(token))) {
      throw cause;
    }
    return act(await wiring.getAccessToken());
  }
}

/** A call of a signed-in person. */
export const call = <T>(operation: () => CancelablePromise<T>, signal?: AbortSignal): Promise<T> =>
  authorized(() => attempt(operation, signal));

/** A call that needs no session: its 401 is an answer for the form, not a reason to refresh. */
export const callPublic = attempt;
