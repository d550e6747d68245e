/** The differences between two texts, word by word. */

export type Part = { readonly text: string; readonly is: 'same' | 'removed' | 'added' };

/** The table for longer texts would take too much time and memory. */
const MAX_CELLS = 4_000_000;

/** Words, and the spaces and punctuation between them. */
const wordsOf = (text: string): string[] =>
  text.match(/[\p{L}\p{M}\p{N}]+|\s+|[^\p{L}\p{M}\p{N}\s]/gu) ?? [];

const joined = (parts: readonly Part[]): Part[] => {
  const all: Part[] = [];
  for (const part of parts) {
    const last = all.at(-1);
    if (part.text === '') continue;
    if (last?.is === part.is) all[all.length - 1] = { ...last, text: last.text + part.text };
    else all.push(part);
  }
  return all;
};

/** A longest common subsequence of words. */
function middle(before: readonly string[], after: readonly string[]): Part[] {
  const width = after.length + 1;
  if ((before.length + 1) * width > MAX_CELLS) {
    return [
      { is: 'removed', text: before.join('') },
      { is: 'added', text: after.join('') },
    ];
  }
  /** The length of the longest common subsequence of the words from these positions on. */
  const common = new Uint32Array((before.length + 1) * width);
  const at = (row: number, column: number) => common[row * width + column] ?? 0;
  for (let row = before.length - 1; row >= 0; row -= 1)
    for (let column = after.length - 1; column >= 0; column -= 1)
      common[row * width + column] =
        before[row] === after[column]
          ? at(row + 1, column + 1) + 1
          : Math.max(at(row + 1, column), at(row, column + 1));
  const parts: Part[] = [];
  let row = 0;
  let column = 0;
  while (row < before.length || column < after.length) {
    const removed = before[row];
    const added = after[column];
    if (removed !== undefined && removed === added) {
      parts.push({ is: 'same', text: removed });
      row += 1;
      column += 1;
    } else if (
      removed !== undefined &&
      (added === undefined || at(row + 1, column) >= at(row, column + 1))
    ) {
      parts.push({ is: 'removed', text: removed });
      row += 1;
    } else {
      parts.push({ is: 'added', text: added ?? '' });
      column += 1;
    }
  }
  return parts;
}

export function wordDiff(before: string, after: string): readonly Part[] {
  const old = wordsOf(before);
  const fresh = wordsOf(after);
  const shorter = Math.min(old.length, fresh.length);
  let start = 0;
  while (start < shorter && old[start] === fresh[start]) start += 1;
  let end = 0;
  while (end < shorter - start && old.at(-1 - end) === fresh.at(-1 - end)) end += 1;
  return joined([
    { is: 'same', text: old.slice(0, start).join('') },
    ...middle(old.slice(start, old.length - end), fresh.slice(start, fresh.length - end)),
    { is: 'same', text: end === 0 ? '' : old.slice(-end).join('') },
  ]);
}
