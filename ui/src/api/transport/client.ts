/**
 * The only wrapper of the generated client. It adds the token, rejects with ApiProblem, and retries once after a refused
 * token. The other modules of api/ use it.
 */
import { cancelled, isTokenRefused, toProblem } from '../errors';
import type { CancelablePromise } from '../generated/core/CancelablePromise';
import { OpenAPI } from '../generated/core/OpenAPI';

export type ApiWiring = {
  /** A token that has not expired; undefined for a visitor. */
  getAccessToken(): Promise<string | undefined>;
  /** Resolves to true if a token other than the refused one is available. */
  onUnauthorized(refused: string | undefined): Promise<boolean>;
};

let wiring: ApiWiring | null = null;

/** Connects the client to the session, which is in a higher layer. */
export function configureApi(next: ApiWiring): void {
  wiring = next;
}

/** The generated client has one token for all calls. request.ts reads it synchronously. */
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

/** Runs `act` with the current token, and once more with a new one after a refusal. */
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

export const call = <T>(operation: () => CancelablePromise<T>, signal?: AbortSignal): Promise<T> =>
  authorized((token) => attempt(operation, { token, signal }));

/** Sends no token. A 401 causes no refresh. */
export const callPublic = <T>(operation: () => CancelablePromise<T>): Promise<T> =>
  attempt(operation);

/** Sends this token. A 401 does not refresh it. */
export const callWith = <T>(token: string, operation: () => CancelablePromise<T>): Promise<T> =>
  attempt(operation, { token });
