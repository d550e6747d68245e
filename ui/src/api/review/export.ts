import type { ApplicationQuery } from './applications';
import { openStream } from '../transport/stream';

export const EXPORT_FORMATS = ['xlsx', 'csv'] as const;

export type ExportFormat = (typeof EXPORT_FORMATS)[number];

export type ExportOptions = {
  format: ExportFormat;
  note: boolean;
  reviewer: boolean;
};

const CONTENT_TYPES: Record<ExportFormat, string> = {
  csv: 'text/csv',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
};

/** The server sends the first rows of a CSV file sooner than this. It completes a workbook before it sends it. */
const SILENCE_MS: Record<ExportFormat, number> = { csv: 30_000, xlsx: 600_000 };

const nameIn = (disposition: string | null): string | undefined =>
  /filename="([^"]+)"/.exec(disposition ?? '')?.[1];

/** Only the applications with these ids, at most 100, or those of a filter. */
type ExportFilter = Partial<ApplicationQuery> & { id?: readonly string[] };

/** Exports all pages. Rejects with ApiProblem if the file is incomplete. `onProgress` receives the bytes so far. */
export async function exportApplications(
  { limit: _limit, cursor: _cursor, ...filter }: ExportFilter,
  { format, note, reviewer }: ExportOptions,
  signal: AbortSignal,
  onProgress: (bytes: number) => void,
) {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(filter)) {
    const parameter = name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
    if (value === undefined) continue;
    for (const item of [value].flat()) query.append(parameter, String(item));
  }
  if (note) query.set('include_note', 'true');
  if (reviewer) query.set('include_reviewer', 'true');
  return download('/admin/applications/export', query, format, signal, onProgress);
}

/** Rejects with ApiProblem if the file is incomplete. */
export async function download(
  path: string,
  query: URLSearchParams,
  format: ExportFormat,
  signal: AbortSignal,
  onProgress: (bytes: number) => void,
) {
  if (format !== 'csv') query.set('format', format);
  // Excel reads a CSV file without a byte-order mark in the wrong encoding.
  else query.set('bom', 'true');
  const { headers, chunks } = await openStream({
    path: `${path}?${query}`,
    accept: CONTENT_TYPES[format],
    signal,
    silenceMs: SILENCE_MS[format],
  });
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let bytes = 0;
  for await (const chunk of chunks) {
    parts.push(chunk);
    bytes += chunk.byteLength;
    onProgress(bytes);
  }
  return {
    name: nameIn(headers.get('Content-Disposition')) ?? `export.${format}`,
    content: new Blob(parts, { type: CONTENT_TYPES[format] }),
  };
}
