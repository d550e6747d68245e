/** Marks the words of a text that begin with a word of the search, as the server finds them: in any case, with any accents. */
export type FoundPiece = { readonly text: string; readonly isFound: boolean };

const WORDS = /[\p{L}\p{M}\p{N}]+/gu;
const fold = (word: string): string =>
  word.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();

export function foundPieces(text: string, search: string): readonly FoundPiece[] {
  const wanted = (search.match(WORDS) ?? []).map(fold).filter((word) => word !== '');
  const isFound = (word: string) => wanted.some((beginning) => fold(word).startsWith(beginning));
  const pieces: FoundPiece[] = [];
  let end = 0;
  for (const { 0: word, index } of text.matchAll(WORDS)) {
    if (!isFound(word)) continue;
    if (index > end) pieces.push({ text: text.slice(end, index), isFound: false });
    pieces.push({ text: word, isFound: true });
    end = index + word.length;
  }
  return end === text.length ? pieces : [...pieces, { text: text.slice(end), isFound: false }];
}
