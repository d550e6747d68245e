import type { ApplicationFilter } from './applications';
import { openStream } from '../transport/stream';

/** The server sends the first rows sooner than this. */
const SILENCE_MS = 30_000;

export type ExportedFile = { readonly name: string; readonly content: Blob };

const nameIn = (disposition: string | null): string | undefined =>
  /filename="([^"]+)"/.exec(disposition ?? '')?.[1];

/** Exports all pages as CSV. Rejects with ApiProblem if the file is incomplete. `onProgress` receives the bytes so far. */
export async function exportApplications(
  { status, q, state, subject, submittedAfter, submittedBefore, sort, order }: ApplicationFilter,
  signal: AbortSignal,
  onProgress: (bytes: number) => void,
): Promise<ExportedFile> {
  const query = new URLSearchParams({ sort, order });
  const filter = {
    status,
    q,
    state,
    subject,
    submitted_after: submittedAfter,
    submitted_before: submittedBefore,
  };
  for (const [name, value] of Object.entries(filter)) {
    if (value !== undefined) query.set(name, value);
  }
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
