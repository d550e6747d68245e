import { useMemo } from 'react';
import { foundPieces } from '../../lib/found-words';

/** A text in which the words of a search are marked. */
export function Marked({ text, words }: { text: string; words: string }) {
  const pieces = useMemo(() => foundPieces(text, words), [text, words]);
  return pieces.map(({ text: piece, isFound }, index) =>
    isFound ? (
      // oxlint-disable-next-line react/no-array-index-key -- a piece has no other identity than its place
      <mark key={index} className="rounded-xs bg-honey text-inherit">
        {piece}
      </mark>
    ) : (
      piece
    ),
  );
}
