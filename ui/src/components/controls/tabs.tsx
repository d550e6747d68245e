/** The WAI-ARIA tabs pattern. The caller controls the selected value. */
import * as RadixTabs from '@radix-ui/react-tabs';
import { type ReactNode, useLayoutEffect, useRef } from 'react';
import { classNames } from '../../lib/class-names';

/** On a phone. Larger text wraps. More tabs are in a row that scrolls. */
const MOST_IN_A_ROW = 4;

export function Tabs<Value extends string>(props: {
  label: string;
  items: readonly { value: Value; label: string; panel: ReactNode }[];
  value: Value;
  onValueChange: (value: Value) => void;
  className?: string;
  /** Keeps hidden panels mounted, so that typed text is kept. */
  keepsPanels?: boolean;
}) {
  const { label, items, value, onValueChange, className, keepsPanels } = props;
  const scrolls = items.length > MOST_IN_A_ROW;
  const list = useRef<HTMLDivElement>(null);
  // The selected tab may be one that a link has opened, beyond the edge of a phone.
  useLayoutEffect(() => {
    const tab = list.current?.querySelector<HTMLElement>('[data-state=active]');
    if (list.current && tab)
      list.current.scrollLeft = tab.offsetLeft - (list.current.clientWidth - tab.offsetWidth) / 2;
  }, [value]);
  return (
    <RadixTabs.Root
      value={value}
      // Radix passes one of the values of `items`.
      onValueChange={(next) => onValueChange(next as Value)}
      className={className}
    >
      <RadixTabs.List
        aria-label={label}
        ref={list}
        className={classNames(
          'flex',
          scrolls ? 'scroll-hints relative overflow-x-auto [scrollbar-width:thin]' : 'flex-wrap',
        )}
        data-print="hide"
      >
        {items.map((item) => (
          <RadixTabs.Trigger
            key={item.value}
            value={item.value}
            className={classNames(
              items.length > 2 && !scrolls && 'max-sm:text-[0.82rem] max-sm:leading-tight',
              scrolls ? 'px-4 whitespace-nowrap' : 'px-1 sm:px-4 sm:whitespace-nowrap',
              'min-h-11 grow border-b-[3px] border-sand-deep py-2 font-semibold sm:flex-1 text-muted hover:text-ink focus-visible:-outline-offset-3 data-[state=active]:border-clay data-[state=active]:text-ink',
            )}
          >
            {item.label}
          </RadixTabs.Trigger>
        ))}
      </RadixTabs.List>
      {items.map((item) => (
        <RadixTabs.Content
          key={item.value}
          value={item.value}
          forceMount={keepsPanels || undefined}
          hidden={item.value !== value}
          className="pt-6"
        >
          {item.panel}
        </RadixTabs.Content>
      ))}
    </RadixTabs.Root>
  );
}
