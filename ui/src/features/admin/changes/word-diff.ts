/** The differences between two texts, word by word. */

/** A piece of a text; marked if the other text does not have it. */
export type Piece = { readonly text: string; readonly isMarked: boolean };

/** The table for longer texts would take too much time and memory. */
const MAX_CELLS = 4_000_000;

/** Words, and the spaces and punctuation between them. */
const wordsOf = (text: string): string[] =>
  text.match(/[\p{L}\p{M}\p{N}]+|\s+|[^\p{L}\p{M}\p{N}\s]/gu) ?? [];

/** Joins pieces, and marks a space between two marked words. */
function joined(pieces: readonly Piece[]): readonly Piece[] {
  const isMarked = ({ text, isMarked: own }: Piece, index: number) =>
    own ||
    (text.trim() === '' &&
      pieces[index - 1]?.isMarked === true &&
      pieces[index + 1]?.isMarked === true);
  const all: Piece[] = [];
  for (const [index, piece] of pieces.entries()) {
    const next = { text: piece.text, isMarked: isMarked(piece, index) };
    const last = all.at(-1);
    if (last?.isMarked === next.isMarked) {
      all[all.length - 1] = { ...next, text: last.text + next.text };
    } else all.push(next);
  }
  return all;
}

/** Which words are part of a longest common subsequence. */
function commonWords(before: readonly string[], after: readonly string[]) {
  const kept = { before: new Set<number>(), after: new Set<number>() };
  const width = after.length + 1;
  if ((before.length + 1) * width > MAX_CELLS) return kept;
  /** The length of the longest common subsequence of the words from these positions on. */
  const lengths = new Uint32Array((before.length + 1) * width);
  const at = (row: number, column: number) => lengths[row * width + column] ?? 0;
  for (let row = before.length - 1; row >= 0; row -= 1)
    for (let column = after.length - 1; column >= 0; column -= 1)
      lengths[row * width + column] =
        before[row] === after[column]
          ? at(row + 1, column + 1) + 1
          : Math.max(at(row + 1, column), at(row, column + 1));
  let row = 0;
  let column = 0;
  while (row < before.length && column < after.length) {
    if (before[row] === after[column]) {
      kept.before.add(row);
      kept.after.add(column);
      row += 1;
      column += 1;
    } else if (at(row + 1, column) >= at(row, column + 1)) row += 1;
    else column += 1;
  }
  return kept;
}

export function wordDiff(before: string, after: string) {
  const words = { before: wordsOf(before), after: wordsOf(after) };
  const kept = commonWords(words.before, words.after);
  const side = (name: 'before' | 'after') =>
    joined(words[name].map((text, index) => ({ text, isMarked: !kept[name].has(index) })));
  return { before: side('before'), after: side('after') };
}
