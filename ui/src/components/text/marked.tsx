import type { Piece } from '../../lib/found-words';

const classes = {
  mark: 'rounded-xs bg-honey text-inherit',
  del: 'rounded-xs bg-error-tint text-error-deep decoration-1',
  ins: 'rounded-xs bg-success-tint text-success decoration-2',
};

/** A text with marked pieces. */
export function Marked({
  pieces,
  as: Mark,
}: {
  pieces: readonly Piece[];
  as: keyof typeof classes;
}) {
  return pieces.map(({ text, isMarked }, index) =>
    isMarked ? (
      // oxlint-disable-next-line react/no-array-index-key -- a piece has no other identity than its place
      <Mark key={index} className={classes[Mark]}>
        {text}
      </Mark>
    ) : (
      text
    ),
  );
}
