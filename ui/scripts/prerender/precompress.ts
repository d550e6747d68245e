/**
 * Puts a .br and a .gz beside each file that gains by it, so that the server need not compress it. Files in which
 * the server first writes its own address are left to it.
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
/** Read by the server, never sent. */
const notSent = new Set(['routes.json']);
const SMALLEST = 512;

const brotli = promisify(brotliCompress);
const gz = promisify(gzip);

export async function precompress(folder: string, notWith: string): Promise<void> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  for (const entry of entries) {
    if (!entry.isFile() || !compressible.has(extname(entry.name)) || notSent.has(entry.name))
      continue;
    const file = join(entry.parentPath, entry.name);
    const content = await readFile(file);
    if (content.length < SMALLEST || content.includes(notWith)) continue;
    const variants = [
      ['br', await brotli(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } })],
      ['gz', await gz(content, { level: 9 })],
    ] as const;
    for (const [extension, packed] of variants) {
      if (packed.length < content.length) await writeFile(`${file}.${extension}`, packed);
    }
  }
}
