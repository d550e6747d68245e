/** A text in which each e-mail address is a link to write to it. */
const ADDRESS = /([\w.-]+@[\w-]+(?:\.[\w-]+)+)/;

export function MailText({ children }: { children: string }) {
  // Splitting by a group keeps the addresses: they are the odd ones.
  return children
    .split(ADDRESS)
    .map((part, at) => (at % 2 === 1 ? <MailLink key={part} address={part} /> : part));
}

export function MailLink({ address }: { address: string }) {
  return (
    <a
      href={`mailto:${address}`}
      className="font-medium wrap-anywhere text-clay underline underline-offset-4 hover:text-clay-deep"
    >
      {address}
    </a>
  );
}
