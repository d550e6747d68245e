/** The transport for file uploads. It uses XMLHttpRequest because fetch does not report upload progress. */
import { authorized } from './client';
import { isExpected, parseJson } from './expected-response';
import {
  type ErrorResponse,
  cancelled,
  fromResponse,
  intercepted,
  noResponse,
  unreachable,
} from '../errors';
import { OpenAPI } from '../generated/core/OpenAPI';
import { pause, retryDelay } from './connection';

/** The server's limit is 60 s per upload, so the server responds first. */
const TIME_LIMIT_MS = 65_000;

export type Upload = {
  readonly file: File;
  readonly idempotencyKey: string;
  readonly signal: AbortSignal;
  /** `share` is the sent fraction of the body, 0 to 1. */
  onProgress(share: number): void;
};

type Sent = ErrorResponse & { readonly type: string | null };

function sendOnce(path: string, upload: Upload, token: string | undefined): Promise<Sent> {
  const { file, idempotencyKey, signal, onProgress } = upload;
  return new Promise((resolve, reject) => {
    if (signal.aborted) {
      reject(cancelled());
      return;
    }
    const request = new XMLHttpRequest();
    request.open('POST', OpenAPI.BASE + path);
    request.timeout = TIME_LIMIT_MS;
    request.setRequestHeader('Accept', 'application/json');
    request.setRequestHeader('Idempotency-Key', idempotencyKey);
    if (token !== undefined) request.setRequestHeader('Authorization', `Bearer ${token}`);

    const abort = () => {
      request.abort();
      reject(cancelled());
    };
    signal.addEventListener('abort', abort);
    request.upload.addEventListener('progress', ({ lengthComputable, loaded, total }) => {
      if (lengthComputable) onProgress(loaded / total);
    });
    request.addEventListener('load', () => {
      resolve({
        status: request.status,
        retryAfter: request.getResponseHeader('Retry-After'),
        type: request.getResponseHeader('Content-Type'),
        body: parseJson(request.responseText),
      });
    });
    request.addEventListener('error', () => reject(unreachable()));
    request.addEventListener('timeout', () => reject(noResponse()));
    request.addEventListener('loadend', () => signal.removeEventListener('abort', abort));

    const form = new FormData();
    form.append('file', file);
    request.send(form);
  });
}

/** The idempotency key makes retries safe. */
async function send(path: string, upload: Upload, token: string | undefined): Promise<unknown> {
  for (let retry = 0; ; retry += 1) {
    const answer = await sendOnce(path, upload, token);
    if (answer.status >= 200 && answer.status < 300) {
      if (isExpected(`POST ${path}`, answer)) return answer.body;
      throw intercepted();
    }
    const wait = retryDelay(retry, answer);
    if (wait === null) throw fromResponse(answer);
    await pause(wait, upload.signal);
  }
}

/** Posts the file as the multipart field `file` for the signed-in user. Rejects with ApiProblem. */
export const uploadFile = <T>(path: string, upload: Upload): Promise<T> =>
  // The type is generated from openapi.json, and tests check the server against it.
  authorized((token) => send(path, upload, token)) as Promise<T>;
