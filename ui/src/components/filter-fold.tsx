/** Filters that a phone shows only when asked for, behind a button that says how many are set. */
import { SlidersHorizontal } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import { controls } from '../content/site/controls';
import { classNames } from '../lib/class-names';
import { Button } from './button';

export interface FilterFoldProps {
  /** How many of the filters are set. */
  count: number;
  children: ReactNode;
  /** The grid of the filters. */
  className?: string;
}

export function FilterFold({ count, children, className }: FilterFoldProps) {
  const [open, setOpen] = useState(false);
  const id = useId();
  return (
    <>
      <Button
        variant="secondary"
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpen(!open)}
        className="w-full md:hidden"
      >
        <SlidersHorizontal aria-hidden="true" className="size-4.5" />
        {controls.filter(count)}
      </Button>
      <div id={id} className={classNames(className, !open && 'max-md:hidden')}>
        {children}
      </div>
    </>
  );
}
