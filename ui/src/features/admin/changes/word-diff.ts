/** The differences between two texts, word by word. */
import { diffArrays } from 'diff';

/** A piece of a text; marked if the other text does not have it. */
export type Piece = { readonly text: string; readonly isMarked: boolean };

/** More differences take seconds to find, and no reader compares them word by word. */
const MAX_DIFFERENCES = 2_000;

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

export function wordDiff(before: string, after: string) {
  const parts = diffArrays(wordsOf(before), wordsOf(after), { maxEditLength: MAX_DIFFERENCES });
  if (parts === undefined) {
    const whole = (text: string) => [{ text, isMarked: true }];
    return { before: whole(before), after: whole(after) };
  }
  const side = (missing: 'added' | 'removed') => {
    const own = parts.filter((part) => !part[missing]);
    const isMarked = ({ added, removed }: (typeof own)[number]) => added || removed;
    return joined(
      own.flatMap((part) => part.value.map((text) => ({ text, isMarked: isMarked(part) }))),
    );
  };
  return { before: side('added'), after: side('removed') };
}
