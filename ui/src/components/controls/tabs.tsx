/** The WAI-ARIA tabs pattern. The caller controls the selected value. */
import * as RadixTabs from '@radix-ui/react-tabs';
import type { ReactNode } from 'react';
import { classNames } from '../../lib/class-names';

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
  return (
    <RadixTabs.Root
      value={value}
      // Radix passes one of the values of `items`.
      onValueChange={(next) => onValueChange(next as Value)}
      className={className}
    >
      <RadixTabs.List
        aria-label={label}
        // Four tabs fit into one row on a phone. Larger text wraps.
        className="flex flex-wrap"
        data-print="hide"
      >
        {items.map((item) => (
          <RadixTabs.Trigger
            key={item.value}
            value={item.value}
            className={classNames(
              items.length > 2 && 'max-sm:text-[0.82rem] max-sm:leading-tight',
              'min-h-11 grow border-b-[3px] border-sand-deep px-1 py-2 font-semibold sm:flex-1 sm:px-4 sm:whitespace-nowrap text-muted hover:text-ink focus-visible:-outline-offset-3 data-[state=active]:border-clay data-[state=active]:text-ink',
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
