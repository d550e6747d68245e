// On paper: no sheet is blank, and nothing is printed that only a screen needs.
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from '../journey-test.js';

/** The text of each sheet, as poppler's pdftotext reads it. */
async function sheets(file: string): Promise<string[]> {
  const { stdout } = await promisify(execFile)('pdftotext', ['-layout', file, '-']);
  return stdout.split('\f').slice(0, -1);
}

test('a printed page has no blank sheet and no link to skip to its content', async ({
  open,
}, info) => {
  const page = await open();
  for (const path of ['/privacy', '/faq', '/reports', '/blog/a-gym-full-of-quiet']) {
    await page.goto(path);
    const file = info.outputPath(`${path.replaceAll('/', '-')}.pdf`);
    await page.print(file);
    const printed = await sheets(file);
    expect.soft(printed.length, `sheets of ${path}`).toBeGreaterThan(0);
    const blank = printed.flatMap((words, at) => (words.trim() === '' ? [at + 1] : []));
    expect.soft(blank, `blank sheets of ${printed.length} of ${path}`).toEqual([]);
    expect.soft(/Skip to/.test(printed.join()), `skip link of ${path}`).toBe(false);
    // Text in a column of a few letters is no page that can be read.
    const longest = Math.max(
      ...printed
        .join('\n')
        .split('\n')
        .map((line) => line.trim().length),
    );
    expect.soft(longest, `longest line of ${path}`).toBeGreaterThan(60);
  }
});
