/** Text in which each email address is a link. */
import { classNames } from '../../lib/class-names';
import { NoWrap } from './no-wrap';

/** Classes of a link in a sentence. */
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
