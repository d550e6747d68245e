// The transport for one file: fetch cannot tell how much of a body has left, XMLHttpRequest can.
// Called by the files beside it; fails with ApiProblem alone.
import { authorized } from './client';
import { cancelled, fromAnswer, noAnswer, unreachable } from './errors';
import { OpenAPI } from './generated/core/OpenAPI';

/** A little over the server's own limit of 60 s an upload, so that its answer comes first. */
const TIME_LIMIT_MS = 65_000;

export type Upload = {
  readonly file: File;
  /** The same key with the same file gets the same answer, so that a lost answer can be asked for again. */
  readonly idempotencyKey: string;
  readonly signal: AbortSignal;
  /** How much of the body has left, from 0 to 1. */
  onProgress(share: number): void;
};

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // A page of a proxy in between.
    return text;
  }
}

function send(path: string, upload: Upload, token: string | undefined): Promise<unknown> {
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
      const { status } = request;
      const body = parsed(request.responseText);
      if (status >= 200 && status < 300) resolve(body);
      else reject(fromAnswer({ status, body }));
    });
    request.addEventListener('error', () => reject(unreachable()));
    request.addEventListener('timeout', () => reject(noAnswer()));
    request.addEventListener('loadend', () => signal.removeEventListener('abort', abort));

    const form = new FormData();
    form.append('file', file);
    request.send(form);
  });
}

/** Posts the file as the multipart field `file`, for the signed-in person. */
export const uploadFile = <T>(path: string, upload: Upload): Promise<T> =>
  // The shape of the answer is the contract's promise, kept by the drift check of openapi.json.
  authorized((token) => send(path, upload, token)) as Promise<T>;
