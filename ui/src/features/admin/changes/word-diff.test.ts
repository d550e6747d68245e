import { expect, test } from 'vitest';
import { type Part, wordDiff } from './word-diff';

const shown = (before: string, after: string) =>
  wordDiff(before, after)
    .map(({ is, text }) => ({ same: text, removed: `[-${text}]`, added: `[+${text}]` })[is])
    .join('');

const side = (parts: readonly Part[], without: Part['is']) =>
  parts
    .filter(({ is }) => is !== without)
    .map(({ text }) => text)
    .join('');

test.each([
  ['I taught ten years.', 'I taught twelve years.', 'I taught [-ten][+twelve] years.'],
  ['Science', 'Science, Math', 'Science[+, Math]'],
  ['Math, Science', 'Science', '[-Math, ]Science'],
  ['', 'Tampa', '[+Tampa]'],
  ['Tampa', '', '[-Tampa]'],
  ['same', 'same', 'same'],
  ['a b a', 'a', 'a[- b a]'],
  ['Grade 4 teacher', 'grade 4 teacher', '[-Grade][+grade] 4 teacher'],
  ['Nuñez 🦉', 'Nun\u0303ez 🦉', '[-Nuñez][+Nun\u0303ez] 🦉'],
])('the words that differ between %j and %j are marked', (before, after, marked) => {
  expect(shown(before, after)).toBe(marked);
});

test('each side shows its own text, word for word', () => {
  const before = 'Twelve years in Tampa.\nThen three in Ohio, as a chair; “AP” history!';
  const after = 'Ten years in Tampa,\nthen three in Ohio — as chair and mentor; AP history!';
  const parts = wordDiff(before, after);
  expect(side(parts, 'added')).toBe(before);
  expect(side(parts, 'removed')).toBe(after);
});

test('texts without a common word need no table that fills the memory', () => {
  const before = 'a '.repeat(2_500);
  const after = 'b-'.repeat(2_500);
  const parts = wordDiff(before, after);
  expect(parts).toEqual([
    { is: 'removed', text: before },
    { is: 'added', text: after },
  ]);
});
