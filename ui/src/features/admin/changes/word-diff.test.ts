import { expect, test } from 'vitest';
import { type Piece, wordDiff } from './word-diff';

const shown = (pieces: readonly Piece[]) =>
  pieces.map(({ text, isMarked }) => (isMarked ? `[${text}]` : text)).join('');
const textOf = (pieces: readonly Piece[]) => pieces.map(({ text }) => text).join('');

test.each([
  [
    'I taught ten years.',
    'I taught twelve years.',
    'I taught [ten] years.',
    'I taught [twelve] years.',
  ],
  ['Twelve years.', 'Ten years. Then Ohio.', '[Twelve] years.', '[Ten] years.[ Then Ohio.]'],
  ['Science', 'Science, Math', 'Science', 'Science[, Math]'],
  ['Math, Science', 'Science', '[Math, ]Science', 'Science'],
  ['1 Main Street', '12 Oak Avenue', '[1 Main Street]', '[12 Oak Avenue]'],
  ['', 'Tampa', '', '[Tampa]'],
  ['Tampa', '', '[Tampa]', ''],
  ['same', 'same', 'same', 'same'],
  ['a b a', 'a', 'a[ b a]', 'a'],
  ['Grade 4 teacher', 'grade 4 teacher', '[Grade] 4 teacher', '[grade] 4 teacher'],
  ['Nuñez 🦉', 'Nun\u0303ez 🦉', '[Nuñez] 🦉', '[Nun\u0303ez] 🦉'],
])('the words that differ between %j and %j are marked', (before, after, ...marked) => {
  const sides = wordDiff(before, after);
  expect([shown(sides.before), shown(sides.after)]).toEqual(marked);
});

test('each side has its whole text', () => {
  const before = 'Twelve years in Tampa.\nThen three in Ohio, as a chair; “AP” history!';
  const after = 'Ten years in Tampa,\nthen three in Ohio — as chair and mentor; AP history!';
  const sides = wordDiff(before, after);
  expect([textOf(sides.before), textOf(sides.after)]).toEqual([before, after]);
});

test('texts with too many differences are marked as a whole', () => {
  const [before, after] = ['a-'.repeat(2_500), 'b+'.repeat(2_500)];
  expect(wordDiff(before, after)).toEqual({
    before: [{ text: before, isMarked: true }],
    after: [{ text: after, isMarked: true }],
  });
});
