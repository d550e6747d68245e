/** The transport for event streams and large files, which are read while they arrive. */
import { fromResponse, intercepted } from '../errors';
import { OpenAPI } from '../generated/core/OpenAPI';
import { authorized, openConnection } from './client';

type StreamRequest = {
  /** The path below /api, with the query. */
  path: string;
  accept: string;
  headers?: Readonly<Record<string, string>>;
  signal: AbortSignal;
  /** The time limit for the response and between chunks, in milliseconds. */
  silenceMs: number;
};

async function start(
  { path, accept, headers, signal, silenceMs }: StreamRequest,
  token: string | undefined,
) {
  const connection = openConnection(silenceMs, signal);
  const sent = new Headers({ ...headers, Accept: accept });
  if (token !== undefined) sent.set('Authorization', `Bearer ${token}`);
  try {
    const response = await connection.receive(
      fetch(OpenAPI.BASE + path, {
        headers: sent,
        cache: 'no-store',
        signal: connection.signal,
      }),
    );
    if (!response.ok) {
      throw fromResponse({
        status: response.status,
        retryAfter: response.headers.get('Retry-After'),
        body: await response.json().catch(() => null),
      });
    }
    if (response.headers.get('Content-Type')?.startsWith(accept) !== true) throw intercepted();
    return { headers: response.headers, chunks: connection.chunks(response) };
  } catch (cause) {
    connection.close();
    throw cause;
  }
}

/** The function and its `chunks` reject with ApiProblem. */
export const openStream = (request: StreamRequest) => authorized((token) => start(request, token));
