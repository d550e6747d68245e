/**
 * Writes a .br and a .gz file next to each file, if they are smaller. Skips files that contain `placeholder`: the server
 * replaces it with its own origin and compresses those files itself.
 */
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const compressible = new Set([
  '.js',
  '.css',
  '.html',
  '.svg',
  '.json',
  '.txt',
  '.xml',
  '.webmanifest',
]);
/** The server reads these files itself and never sends them. */
const notSent = new Set(['routes.json']);
const SMALLEST = 512;

const brotli = promisify(brotliCompress);
const gz = promisify(gzip);

export async function precompress(folder: string, placeholder: string): Promise<void> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  for (const entry of entries) {
    if (!entry.isFile() || !compressible.has(extname(entry.name)) || notSent.has(entry.name))
      continue;
    const file = join(entry.parentPath, entry.name);
    const content = await readFile(file);
    if (content.length < SMALLEST || content.includes(placeholder)) continue;
    const variants = [
      ['br', await brotli(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } })],
      ['gz', await gz(content, { level: 9 })],
    ] as const;
    for (const [extension, packed] of variants) {
      if (packed.length < content.length) await writeFile(`${file}.${extension}`, packed);
    }
  }
}
