/** A text in which each email address is a link to write to it. */
import { classNames } from '../../lib/class-names';
import { NoWrap } from './no-wrap';

/** The look of a link in a sentence. */
export const textLinkClasses =
  'font-medium wrap-anywhere text-clay underline underline-offset-4 hover:text-clay-deep';

const ADDRESS = /([\w.-]+@[\w-]+(?:\.[\w-]+)+)/;

export function MailText({ children }: { children: string }) {
  // Splitting by a group keeps the addresses: they are the odd ones.
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
