/**
 * Tabs whose panels are all in the page. CSS hides the closed panels, so that nothing shifts at hydration and all panels
 * are shown in print and without JavaScript. On wide screens the panels share a grid cell, so that the height does not
 * change.
 */
import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react';
import { classNames } from '../../lib/class-names';

export interface GivingTab {
  id: string;
  label: string;
  panel: ReactNode;
}

const steps: Record<string, (index: number, count: number) => number> = {
  ArrowRight: (index, count) => (index + 1) % count,
  ArrowLeft: (index, count) => (index + count - 1) % count,
  Home: () => 0,
  End: (_, count) => count - 1,
};

export function GivingTabs({ label, tabs }: { label: string; tabs: readonly GivingTab[] }) {
  const [open, setOpen] = useState(0);
  const list = useRef<HTMLDivElement>(null);

  const move = (event: KeyboardEvent) => {
    const next = steps[event.key]?.(open, tabs.length);
    if (next === undefined) return;
    event.preventDefault();
    setOpen(next);
    list.current?.querySelectorAll<HTMLElement>('[role=tab]')[next]?.focus();
  };

  return (
    <>
      <div
        ref={list}
        role="tablist"
        aria-label={label}
        // The tabs take two rows on a phone, so that none is cut off.
        className="grid grid-cols-2 gap-2 p-4 sm:grid-cols-4 sm:gap-0 sm:p-0 noscript:hidden print:hidden"
      >
        {tabs.map((tab, index) => (
          <button
            key={tab.id}
            type="button"
            role="tab"
            id={`${tab.id}-tab`}
            aria-controls={`${tab.id}-panel`}
            aria-selected={index === open}
            tabIndex={index === open ? 0 : -1}
            onClick={() => setOpen(index)}
            onKeyDown={move}
            className="min-h-11 px-1 py-2 sm:px-2 text-[0.95rem] leading-tight font-semibold text-balance text-muted hover:text-ink focus-visible:-outline-offset-3 aria-selected:text-ink max-sm:rounded-md max-sm:border max-sm:border-edge max-sm:aria-selected:border-ink max-sm:aria-selected:bg-ink max-sm:aria-selected:text-white sm:min-h-14 sm:border-b-[3px] sm:border-sand-deep sm:aria-selected:border-clay forced-colors:aria-selected:underline"
          >
            {tab.label}
          </button>
        ))}
      </div>
      <div className="lg:grid noscript:block print:block">
        {tabs.map((tab, index) => (
          <div
            key={tab.id}
            role="tabpanel"
            id={`${tab.id}-panel`}
            aria-labelledby={`${tab.id}-tab`}
            data-state={index === open ? 'open' : 'closed'}
            className={classNames(
              'p-4 pt-2 sm:p-6 lg:col-start-1 lg:row-start-1 lg:p-7 noscript:visible noscript:block print:visible print:block print:px-0',
              index !== open && 'hidden lg:invisible lg:block',
            )}
          >
            <p className="eyebrow mb-3 hidden text-clay noscript:block print:block">{tab.label}</p>
            {tab.panel}
          </div>
        ))}
      </div>
    </>
  );
}
