import type { Headshot } from './generated/models/Headshot';
import { HeadshotsService } from './generated/services/HeadshotsService';
import { type Answer, authorized, call, finalAnswer, parseJson } from './transport/client';
import { OpenAPI } from './generated/core/OpenAPI';
import { cancelled, noResponse, unreachable } from './errors';

export type { Headshot };

/** The server's limit is 60 s per upload, so the server responds first. */
const TIME_LIMIT_MS = 65_000;

type Upload = {
  readonly file: File;
  readonly idempotencyKey: string;
  readonly signal: AbortSignal;
  /** `share` is the sent fraction of the body, 0 to 1. */
  onProgress(share: number): void;
};

/** Uses XMLHttpRequest, because fetch does not report upload progress. */
function sendOnce(upload: Upload, token: string | undefined): Promise<Answer> {
  const { file, idempotencyKey, signal, onProgress } = upload;
  return new Promise((resolve, reject) => {
    if (signal.aborted) {
      reject(cancelled());
      return;
    }
    const request = new XMLHttpRequest();
    request.open('POST', `${OpenAPI.BASE}/headshots`);
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

/** Refused with 413, 415 `unsupported_image`, 422 `image_too_large` or `image_unreadable`. */
export const uploadHeadshot = (upload: Upload): Promise<Headshot> =>
  // The type is generated from openapi.json, and tests check the server against it.
  authorized((token) =>
    // The idempotency key makes retries safe.
    finalAnswer('POST /headshots', true, upload.signal, () => sendOnce(upload, token)),
  ) as Promise<Headshot>;

export const listHeadshots = async (): Promise<Headshot[]> =>
  (await call(() => HeadshotsService.listHeadshots({}))).items;

/** Refused with 409 `in_use` if an application contains it. */
export const deleteHeadshot = (id: string) => call(() => HeadshotsService.deleteHeadshot({ id }));
