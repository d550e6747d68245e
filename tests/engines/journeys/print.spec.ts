// Printing: no blank sheets, and no screen-only content.
import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from '../journey-test.js';

const run = promisify(execFile);

const DOTS_PER_INCH = 40;
/** A line of text has this many rows of ink or more. A border has fewer. */
const ROWS_OF_TEXT = 4;
const WHITE_FROM = 250;

/** The number of rows with ink in a PGM picture: four words, then a byte per pixel. */
function inkedRows(picture: Buffer): number {
  const [header, width, height] =
    /^P5\s+(\d+)\s+(\d+)\s+255\s/.exec(picture.toString('latin1', 0, 64)) ?? [];
  const points = picture.subarray(header?.length);
  if (points.length !== Number(width) * Number(height))
    throw new Error('unexpected picture format');
  return Array.from({ length: Number(height) }, (_, row) =>
    points.subarray(row * Number(width), (row + 1) * Number(width)),
  ).filter((row) => row.some((point) => point < WHITE_FROM)).length;
}

/** Whether each sheet has text or a picture. Looks at pixels, because not all text of Firefox can be extracted. */
async function filled(file: string): Promise<boolean[]> {
  const folder = await mkdtemp(`${file}-`);
  await run('pdftoppm', ['-r', String(DOTS_PER_INCH), '-gray', file, join(folder, 'sheet')]);
  const names = (await readdir(folder)).sort();
  const pictures = await Promise.all(names.map((name) => readFile(join(folder, name))));
  return pictures.map((picture) => inkedRows(picture) >= ROWS_OF_TEXT);
}

/** For pages of text only: fewer words mean a narrow column. */
const MIN_WORDS_PER_SHEET = 170;
const TEXT_ONLY = ['/privacy', '/faq'];

const PAGES = [...TEXT_ONLY, '/reports', '/reports/calm-classrooms', '/blog/a-gym-full-of-quiet'];

for (const path of PAGES)
  test(`${path} prints without blank sheets and without its skip link`, async ({ open }, info) => {
    const page = await open();
    await page.goto(path);
    const file = info.outputPath('printed.pdf');
    await page.print(file);
    const sheets = await filled(file);
    expect(sheets.length).toBeGreaterThan(0);
    const blank = sheets.flatMap((isFilled, at) => (isFilled ? [] : [at + 1]));
    expect.soft(blank, `blank sheets of ${sheets.length}`).toEqual([]);
    const { stdout } = await run('pdftotext', [file, '-']);
    expect.soft(/Skip to/.test(stdout), 'prints the skip link').toBe(false);
    if (!TEXT_ONLY.includes(path)) return;
    const words = await page.call(
      () => document.querySelector('main')?.textContent.split(/\s+/).length ?? 0,
    );
    expect.soft(words / sheets.length, 'words per sheet').toBeGreaterThan(MIN_WORDS_PER_SHEET);
  });
