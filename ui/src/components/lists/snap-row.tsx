/** A list of cards: a row that scrolls from card to card on a phone, a grid on a wider screen. */
import type { ReactNode } from 'react';
import { useMediaQuery } from '../../lib/hooks/use-media-query';
import { classNames } from '../../lib/class-names';

export interface SnapRowProps {
  label: string;
  children: ReactNode;
  /** The columns from 640 px up, such as `sm:grid-cols-2`. */
  className?: string;
}

export function SnapRow({ label, children, className }: SnapRowProps) {
  // A phone's keyboard needs the tab stop before hydration too.
  const scrolls = useMediaQuery('(width < 40rem)', true);
  return (
    <div
      role="group"
      aria-label={label}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- in some browsers the keyboard cannot scroll the row otherwise
      tabIndex={scrolls ? 0 : undefined}
      className="relative max-sm:-mx-5 max-sm:snap-x max-sm:snap-mandatory max-sm:scroll-px-5 max-sm:overflow-x-auto max-sm:px-5 max-sm:pb-3 print:overflow-visible"
    >
      <ul
        className={classNames(
          'grid gap-6 max-sm:w-max max-sm:grid-flow-col max-sm:auto-cols-[17rem] max-sm:gap-4 max-sm:*:snap-start print:w-auto print:grid-flow-row print:auto-cols-auto',
          className,
        )}
      >
        {children}
      </ul>
    </div>
  );
}
