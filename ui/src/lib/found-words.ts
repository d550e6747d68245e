/** Marks the words of a text that begin with a word of the search, as the server finds them: with the rule of `folded_words`. */
export type Piece = { readonly text: string; readonly isMarked: boolean };

/** With the apostrophes inside them. */
const WORDS = /[\p{L}\p{M}\p{N}]+(?:['‘’‛′`´＇｀]+[\p{L}\p{M}\p{N}]+)*/gu;
/** Also those that are letters. */
const APOSTROPHES = /['‘’‛ʹʻʼʽʾʿˈ′`´＇｀]/gu;
/** Letters without an accent to remove, each before what it is read as. */
const PLAIN = new Map(
  'ıi øo łl đd ðd ħh ŧt ςσ ßss æae œoe þth'.split(' ').map(([c = '', ...as]) => [c, as.join('')]),
);

const fold = (word: string): string => {
  const plain = word
    .replaceAll(APOSTROPHES, '')
    .normalize('NFKD')
    .replaceAll(/[\u0300-\u036F]/gu, '');
  return [...plain.normalize('NFC').toLowerCase()].map((c) => PLAIN.get(c) ?? c).join('');
};

export function foundPieces(text: string, search: string): readonly Piece[] {
  const wanted = (search.match(WORDS) ?? []).map(fold).filter((word) => [...word].length > 1);
  const isFound = (word: string) => wanted.some((beginning) => fold(word).startsWith(beginning));
  const pieces: Piece[] = [];
  let end = 0;
  for (const { 0: word, index } of text.matchAll(WORDS)) {
    if (!isFound(word)) continue;
    if (index > end) pieces.push({ text: text.slice(end, index), isMarked: false });
    pieces.push({ text: word, isMarked: true });
    end = index + word.length;
  }
  return end === text.length ? pieces : [...pieces, { text: text.slice(end), isMarked: false }];
}
