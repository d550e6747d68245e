// @vitest-environment node
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { bareTexts } from './bare-text';

const src = fileURLToPath(new URL('../../src', import.meta.url));
const files = readdirSync(src, { recursive: true, encoding: 'utf8' }).filter(
  (file) => file.endsWith('.tsx') && !file.endsWith('.test.tsx'),
);

test('no text stands bare beside elements that come and go', () => {
  const found = files.flatMap((file) =>
    bareTexts(file, readFileSync(`${src}/${file}`, 'utf8')).map((text) => `${file}:${text}`),
  );
  expect(found).toEqual([]);
});

test.each([
  '<p>{saved && <Check />}Saved</p>',
  '<p>{saved ? <Check /> : <Cross />}{word}</p>',
  '<p><Check /> {saved ? "Saved" : "Not saved"}</p>',
  '<>{list.map((each) => <b key={each} />)} {count(list)}</>',
  '(() => { const Icon = icons[state]; return <p><Icon />{words[state]}</p>; })()',
])('finds the bare text in %s', (source) => {
  const parts = 'import { Check, Cross } from "icons";';
  expect(bareTexts('page.tsx', `${parts} const page = ${source};`)).toHaveLength(1);
});

test.each([
  '<p>{saved && <Check />}<span>Saved</span></p>',
  '<p><Check /> Saved</p>',
  '<p>{saved ? "Saved" : "Not saved"}</p>',
  '<p>{one && <b />}{" "}{two && <b />}</p>',
])('finds none in %s', (source) => {
  const parts = 'import { Check } from "icons";';
  expect(bareTexts('page.tsx', `${parts} const page = ${source};`)).toEqual([]);
});
