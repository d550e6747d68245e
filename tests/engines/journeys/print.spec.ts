// On paper: no sheet is blank, and nothing is printed that only a screen needs.
import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from '../journey-test.js';

const run = promisify(execFile);

/** For each sheet whether there is anything on it. Not all text that Firefox prints can be read as text. */
async function inked(file: string): Promise<boolean[]> {
  const folder = await mkdtemp(`${file}-`);
  await run('pdftoppm', ['-r', '20', '-gray', file, join(folder, 'sheet')]);
  const names = (await readdir(folder)).sort();
  return Promise.all(
    names.map(async (name) => {
      const picture = await readFile(join(folder, name));
      // After a header of three lines there is a byte for each point, 255 for white.
      return picture.subarray(20).some((point) => point < 250);
    }),
  );
}

/** Of pages that are text alone. Few words are on a sheet when they stand in a narrow column. */
const WORDS_ON_A_SHEET = 170;

for (const path of ['/privacy', '/faq', '/reports', '/blog/a-gym-full-of-quiet'])
  test(`on paper ${path} has no blank sheet and no link to skip to its content`, async ({
    open,
  }, info) => {
    const page = await open();
    await page.goto(path);
    const file = info.outputPath('printed.pdf');
    await page.print(file);
    const sheets = await inked(file);
    expect(sheets.length).toBeGreaterThan(0);
    const blank = sheets.flatMap((hasInk, at) => (hasInk ? [] : [at + 1]));
    expect.soft(blank, `blank ones of ${sheets.length} sheets`).toEqual([]);
    const { stdout } = await run('pdftotext', [file, '-']);
    expect.soft(/Skip to/.test(stdout), 'prints the skip link').toBe(false);
    if (path !== '/privacy' && path !== '/faq') return;
    const words = await page.call(
      () => document.querySelector('main')?.textContent.split(/\s+/).length ?? 0,
    );
    expect.soft(words / sheets.length, 'words on a sheet').toBeGreaterThan(WORDS_ON_A_SHEET);
  });
