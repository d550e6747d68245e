/** The differences between two texts, word by word. */
import { diffArrays } from 'diff';

export type Part = { readonly text: string; readonly is: 'same' | 'removed' | 'added' };

/** More differences take seconds to find, and no reader compares them word by word. */
const MAX_DIFFERENCES = 2_000;

/** Words, and the spaces and punctuation between them. */
const wordsOf = (text: string): string[] =>
  text.match(/[\p{L}\p{M}\p{N}]+|\s+|[^\p{L}\p{M}\p{N}\s]/gu) ?? [];

export function wordDiff(before: string, after: string): readonly Part[] {
  const parts = diffArrays(wordsOf(before), wordsOf(after), { maxEditLength: MAX_DIFFERENCES });
  if (parts === undefined)
    return [
      { is: 'removed', text: before },
      { is: 'added', text: after },
    ];
  return parts.map(({ removed, added, value }) => ({
    is: removed ? 'removed' : added ? 'added' : 'same',
    text: value.join(''),
  }));
}
