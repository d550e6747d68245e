/** Text in which each email address is a link. */
import { classNames } from '../../lib/class-names';

export const textLinkClasses =
  'font-medium wrap-anywhere text-clay underline underline-offset-4 hover:text-clay-deep';

const ADDRESS = /([\w.-]+@[\w-]+(?:\.[\w-]+)+)/;

export function MailText({ children }: { children: string }) {
  // Splitting by a group puts the addresses at odd positions.
  return children
    .split(ADDRESS)
    .map((part, at) =>
      at % 2 === 1 ? <MailLink key={at} address={part} /> : <NoWrap key={at}>{part}</NoWrap>,
    );
}

export function MailLink({ address, className }: { address: string; className?: string }) {
  return (
    <a href={`mailto:${address}`} className={classNames(textLinkClasses, className)}>
      {address}
    </a>
  );
}

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
