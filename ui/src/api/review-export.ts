/** The applications that the list shows, all pages of it, as a CSV file. */
import type { ApplicationFilter } from './review';
import { openStream } from './transport/stream';

/** Longer than the server needs for its first rows. */
const SILENCE_MS = 30_000;

export type ExportedFile = { readonly name: string; readonly content: Blob };

const nameIn = (disposition: string | null): string | undefined =>
  /filename="([^"]+)"/.exec(disposition ?? '')?.[1];

/**
 * Throws ApiProblem, also when the file breaks off: half a file is none. `onProgress` gets the bytes that have arrived,
 * once for each chunk.
 */
export async function exportApplications(
  { status, q, sort, order }: ApplicationFilter,
  signal: AbortSignal,
  onProgress: (bytes: number) => void,
): Promise<ExportedFile> {
  const query = new URLSearchParams({ sort, order });
  if (status !== undefined) query.set('status', status);
  if (q !== undefined) query.set('q', q);
  const path = `/admin/applications/export?${query}`;
  const { headers, chunks } = await openStream({
    path,
    accept: 'text/csv',
    signal,
    silenceMs: SILENCE_MS,
  });
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let bytes = 0;
  for await (const chunk of chunks) {
    parts.push(chunk);
    bytes += chunk.byteLength;
    onProgress(bytes);
  }
  return {
    name: nameIn(headers.get('Content-Disposition')) ?? 'applications.csv',
    content: new Blob(parts, { type: 'text/csv' }),
  };
}
