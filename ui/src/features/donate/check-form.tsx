/** A form for a gift by check. It is only on paper: CSS hides it on the screen. Its code is loaded by the first print. */
import type { ReactNode } from 'react';
import { PrintSheet } from '../../components/layout/print-sheet';
import { checkForm as words } from '../../content/marketing/check-form';
import { organisation } from '../../content/site/organisation';

export interface CheckGift {
  /** What the gift is for. */
  gift: string;
  /** Undefined if the donor writes it by hand. */
  amount?: string | undefined;
}

export function CheckForm({ gift, amount, onDone }: CheckGift & { onDone(): void }) {
  return (
    <PrintSheet onDone={onDone}>
      <h1 className="text-2xl">{words.title}</h1>
      <p className="mt-3">{words.mailTo}</p>
      <address className="mt-3 text-xl leading-snug not-italic">
        {[organisation.name, ...organisation.address].map((line) => (
          <span key={line} className="block">
            {line}
          </span>
        ))}
      </address>
      <dl className="mt-6 border-t border-black">
        <Row term={words.gift}>{gift}</Row>
        <Row term={words.amount}>{amount}</Row>
        <Row term={words.payee}>{organisation.name}</Row>
        {words.blanks.map((term) => (
          <Row key={term} term={term} />
        ))}
      </dl>
      <p className="mt-6">{words.thanks}</p>
      <p className="mt-3 text-sm">{words.legal}</p>
    </PrintSheet>
  );
}

/** Without a value, a line to write on. */
function Row({ term, children }: { term: string; children?: ReactNode }) {
  return (
    <div className="flex min-h-12 items-end gap-4 border-b border-black py-1.5">
      <dt className="w-56 shrink-0">{term}</dt>
      <dd className="font-semibold">{children}</dd>
    </div>
  );
}
