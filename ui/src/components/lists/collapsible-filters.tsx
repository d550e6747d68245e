/** On a phone, filters behind a button that shows the number of active ones. */
import { SlidersHorizontal } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import { controls } from '../../content/site/controls';
import { classNames } from '../../lib/class-names';
import { Button } from '../controls/button';

export function CollapsibleFilters(props: {
  count: number;
  children: ReactNode;
  className?: string;
}) {
  const { count, children, className } = props;
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
