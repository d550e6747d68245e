import type { ReactNode } from 'react';
import { classNames } from '../../lib/class-names';
import { useHydrated } from '../../lib/hooks/use-hydrated';
import { type ButtonSize, type ButtonVariant, buttonClasses } from './button';

interface Props {
  variant?: ButtonVariant | undefined;
  size?: ButtonSize | undefined;
  className?: string | undefined;
  /** An address that only the browser knows. */
  href: string | null;
  children: ReactNode;
}

/** A link with the look of a button. Prerendered it has no target yet, so it is hidden from browsers without script. */
export function OutsideLink({ variant, size, className, href, children }: Props) {
  const isReady = useHydrated();
  return (
    <a
      data-print="hide"
      className={classNames(buttonClasses(variant, size), 'noscript:hidden', className)}
      href={isReady && href !== null ? href : undefined}
    >
      {children}
    </a>
  );
}
