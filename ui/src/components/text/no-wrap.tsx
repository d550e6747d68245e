/** Prevents line breaks within "K-12", "e-mail" and phone numbers such as "(555) 010-0142". */
const WORD = /(K-12|e-mail|\(\d{3}\) \d{3}-\d{4})/i;

export function NoWrap({ children }: { children: string }) {
  // Splitting by a group puts the words at odd positions.
  return children.split(WORD).map((part, at) =>
    at % 2 === 1 ? (
      <span key={at} className="whitespace-nowrap">
        {part}
      </span>
    ) : (
      part
    ),
  );
}
