/**
 * Questions that expand to show their answers. Several can be open. They are native <details> elements, which work without
 * JavaScript and open for find-in-page and fragment links. `hidden="until-found"` would not work, because React writes it
 * as plain `hidden`. Printing shows all answers (app/startup/before-print.ts).
 */
import { ChevronDown, Link2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';

export interface AccordionItem {
  /** The fragment that links to the item. */
  id: string;
  title: string;
  content: ReactNode;
}

export interface AccordionProps {
  items: readonly AccordionItem[];
  linkLabel: (title: string) => string;
}

export function Accordion({ items, linkLabel }: AccordionProps) {
  return (
    <div className="divide-y divide-sand-deep overflow-clip rounded-lg border border-sand-deep bg-white print:border-0">
      {items.map(({ id, title, content }) => (
        <details key={id} id={id} className="group print:break-inside-avoid">
          <summary className="flex min-h-14 cursor-pointer list-none items-start justify-between gap-4 px-5 py-4 -outline-offset-4 hover:text-clay sm:px-7 [&::-webkit-details-marker]:hidden">
            <h3 className="text-lg leading-snug sm:text-xl">{title}</h3>
            <ChevronDown
              aria-hidden="true"
              className="mt-0.5 size-6 shrink-0 text-clay transition-transform group-open:rotate-180 print:hidden"
            />
          </summary>
          <div className="px-5 pb-3 sm:flex sm:items-end sm:justify-between sm:gap-4 sm:px-7 sm:pb-6">
            <div className="max-w-prose space-y-3 text-muted">{content}</div>
            <Link
              to={`#${id}`}
              aria-label={linkLabel(title)}
              className="-mr-2.5 ml-auto flex size-11 sm:-mb-2.5 shrink-0 items-center justify-center rounded-full text-muted hover:bg-sand hover:text-ink print:hidden"
            >
              <Link2 aria-hidden="true" className="size-5" />
            </Link>
          </div>
        </details>
      ))}
    </div>
  );
}
