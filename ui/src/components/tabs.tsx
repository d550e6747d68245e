/** The tabs pattern: arrow keys move, one panel shows. `value` and `onValueChange` are the caller's. */
import * as RadixTabs from '@radix-ui/react-tabs';
import type { ReactNode } from 'react';

export interface TabItem<Value extends string = string> {
  value: Value;
  label: string;
  panel: ReactNode;
}

export interface TabsProps<Value extends string> {
  label: string;
  items: readonly TabItem<Value>[];
  value: Value;
  onValueChange: (value: Value) => void;
  className?: string;
  /** Keeps the panels that do not show, so that what is typed in them stays. */
  keepsPanels?: boolean;
}

export function Tabs<Value extends string>({
  label,
  items,
  value,
  onValueChange,
  className,
  keepsPanels,
}: TabsProps<Value>) {
  return (
    <RadixTabs.Root
      value={value}
      // Radix hands back one of the values given to it, which are all of this type.
      onValueChange={(next) => onValueChange(next as Value)}
      className={className}
    >
      <RadixTabs.List
        aria-label={label}
        // Two in a row on a phone, so that none is cut off at the edge.
        className="grid grid-cols-2 sm:flex"
        data-print="hide"
      >
        {items.map((item) => (
          <RadixTabs.Trigger
            key={item.value}
            value={item.value}
            className="min-h-11 flex-1 border-b-[3px] border-sand-deep px-2 py-2 sm:px-4 font-semibold whitespace-nowrap text-muted hover:text-ink focus-visible:-outline-offset-3 data-[state=active]:border-clay data-[state=active]:text-ink"
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
