// @vitest-environment node
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { wordsIn } from './literal-text';

const src = fileURLToPath(new URL('../../src', import.meta.url));
const files = readdirSync(src, { recursive: true, encoding: 'utf8' }).filter(
  (file) =>
    /\.tsx?$/.test(file) &&
    !/\.test\.tsx?$|^content\/|^api\/generated\//.test(file) &&
    // The names of the months.
    file !== 'lib/dates.ts',
);

test('all words of the site stand in content', () => {
  const found = files.flatMap((file) =>
    wordsIn(file, readFileSync(`${src}/${file}`, 'utf8')).map((text) => `${file}: ${text}`),
  );
  expect(found).toEqual([]);
});

test.each([
  ['<p>Hello there</p>', 'Hello there'],
  ['<p>{count} of them</p>', 'of them'],
  ['<input aria-label="Search" />', 'Search'],
  ["const Card = ({ title = 'There is a problem' }) => title", 'There is a problem'],
  ['const text = `Remove ${name}`', 'Remove'],
])('%s says something', (source, text) => {
  expect(wordsIn('a.tsx', source)).toEqual([text]);
});

test.each([
  "import { Card } from './Card';",
  "throw new Error('Something is missing.');",
  "console.warn('Not loaded.', cause);",
  "if (key === 'Escape') headers.set('Content-Type', 'text/plain');",
  '<div className="flex">{words.title}</div>',
])('%s says nothing to people', (source) => {
  expect(wordsIn('a.tsx', source)).toEqual([]);
});
