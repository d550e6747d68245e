/** A text with words in it that no line may end within: "K-12", "e-mail", telephone numbers like "(555) 010-0142". */
const WORD = /(K-12|e-mail|\(\d{3}\) \d{3}-\d{4})/i;

export function NoWrap({ children }: { children: string }) {
  // Splitting by a group keeps the words: they are the odd ones. A text without any stays one text.
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
