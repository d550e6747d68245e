import { expect, test } from 'vitest';
import { foundPieces } from './found-words';

const shown = (text: string, search: string) =>
  foundPieces(text, search)
    .map(({ text: piece, isMarked }) => (isMarked ? `[${piece}]` : piece))
    .join('');

test.each([
  ['Twelve years in Ohio.', 'ohio', 'Twelve years in [Ohio].'],
  ['Twelve years in Ohio.', 'TWEL', '[Twelve] years in Ohio.'],
  ['Twelve years in Ohio.', 'o y', 'Twelve years in Ohio.'],
  // Only the beginning of a word is searched.
  ['Taught in Ohio.', 'hio', 'Taught in Ohio.'],
  ['José Nuñez taught', 'jose nunez', '[José] [Nuñez] taught'],
  ['Nun\u0303ez taught', 'nuñ', '[Nun\u0303ez] taught'],
  ['I don’t teach there', 'don’t', 'I [don’t] teach there'],
  ["the teacher's desk", 'teachers', "the [teacher's] desk"],
  ['‘Iolani or ʻIolani', "'iolani", '‘[Iolani] or [ʻIolani]'],
  [
    'Łódź, Straße, Œuvre, Þórður, İPEK',
    'lodz strasse oeuvre thor ip',
    '[Łódź], [Straße], [Œuvre], [Þórður], [İPEK]',
  ],
  ['ΣΟΦΊΑΣ, ＡＢＣ', 'σοφιασ abc', '[ΣΟΦΊΑΣ], [ＡＢＣ]'],
  ['co-taught algebra', 'taught', 'co-[taught] algebra'],
  ['ages 5 to 12', '12', 'ages 5 to [12]'],
  // No word of the search is a pattern.
  ['A. B+ (C)', '. + ( .* [', 'A. B+ (C)'],
  ['Ohio', '  ', 'Ohio'],
  ['', 'ohio', ''],
])('in %j a search for %j finds %j', (text, search, found) => {
  expect(shown(text, search)).toBe(found);
});

test('no character is lost or doubled', () => {
  const text = '🦉 Ohio,\nOHIO — “ohio”; Ohioan';
  expect(foundPieces(text, 'ohio 🦉').map((piece) => piece.text)).toEqual([
    '🦉 ',
    'Ohio',
    ',\n',
    'OHIO',
    ' — “',
    'ohio',
    '”; ',
    'Ohioan',
  ]);
});
