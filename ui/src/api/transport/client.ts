/**
 * The only wrapper of the generated client. It adds the token, rejects with ApiProblem, and retries once after a refused
 * token. The rest of the site calls the modules of api/, one for each resource.
 */
import { cancelled, isTokenRefused, toProblem } from '../errors';
import type { CancelablePromise } from '../generated/core/CancelablePromise';
import { OpenAPI } from '../generated/core/OpenAPI';

export type ApiWiring = {
  /** A token that has not expired; undefined for a visitor. */
  getAccessToken(): Promise<string | undefined>;
  /** Called with a refused token. Resolves to true if another one is available for a retry. */
  onUnauthorized(refused: string | undefined): Promise<boolean>;
};

let wiring: ApiWiring | null = null;

/** Connects the client to the session, a higher layer that cannot be imported here. */
export function configureApi(next: ApiWiring): void {
  wiring = next;
}

/** The generated client has one token for all calls; request.ts reads it before this returns. */
function start<T>(
  operation: () => CancelablePromise<T>,
  token: string | undefined,
): CancelablePromise<T> {
  OpenAPI.TOKEN = token;
  try {
    return operation();
  } finally {
    OpenAPI.TOKEN = undefined;
  }
}

async function attempt<T>(
  operation: () => CancelablePromise<T>,
  { token, signal }: { token?: string; signal?: AbortSignal } = {},
): Promise<T> {
  if (signal?.aborted === true) throw cancelled();
  const pending = start(operation, token);
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

/** Runs `act` with the current token, and again with a new one if that is refused. */
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

/** A call of a signed-in user. */
export const call = <T>(operation: () => CancelablePromise<T>, signal?: AbortSignal): Promise<T> =>
  authorized((token) => attempt(operation, { token, signal }));

/** A call without a session: a 401 does not refresh the token. */
export const callPublic = <T>(operation: () => CancelablePromise<T>): Promise<T> =>
  attempt(operation);

/** A call with this token. A 401 does not refresh it. */
export const callWith = <T>(token: string, operation: () => CancelablePromise<T>): Promise<T> =>
  attempt(operation, { token });
