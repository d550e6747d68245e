/** A form for a gift by check. It is only on paper: CSS hides it on the screen. */
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react';
import { createPortal, flushSync } from 'react-dom';
import { donate } from '../../content/marketing/donate';
import { organisation } from '../../content/site/organisation';

const words = donate.plans.check;

export interface CheckGift {
  /** What the gift is for. */
  gift: string;
  /** Undefined if the donor writes it by hand. */
  amount?: string | undefined;
}

/** `print` opens the browser's print dialog with the form. The component renders `form`. */
export function useCheckForm(gift: CheckGift): { print: () => void; form: ReactNode } {
  const [isShown, setShown] = useState(false);
  const remove = useEffectEvent(() => setShown(false));
  useEffect(() => {
    if (!isShown) return undefined;
    // The event `afterprint` can come before a phone has read the page, so the form stays until the next act.
    const acts = ['pointerdown', 'keydown'] as const;
    for (const act of acts) document.addEventListener(act, remove);
    return () => {
      for (const act of acts) document.removeEventListener(act, remove);
    };
  }, [isShown]);
  return {
    print: () => {
      flushSync(() => setShown(true));
      window.print();
    },
    form: isShown && createPortal(<CheckForm {...gift} />, document.body),
  };
}

function CheckForm({ gift, amount }: CheckGift) {
  return (
    <div data-print-sheet className="hidden leading-normal print:block">
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
    </div>
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
