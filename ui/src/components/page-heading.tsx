/**
 * The h1 of a screen, exactly one on each. It can take the focus by script: the layout focuses it after a
 * change of path.
 */
import type { ReactNode, Ref } from 'react';
import { classNames } from '../lib/class-names';
import { NoWrap } from './no-wrap';

export interface PageHeadingProps {
  children: ReactNode;
  className?: string;
  /** A few words above the title. */
  eyebrow?: string;
  /** One or two sentences below it. */
  lead?: string;
  /** For the home page. */
  large?: boolean;
  ref?: Ref<HTMLHeadingElement>;
}

export function PageHeading({
  children,
  className,
  eyebrow,
  lead,
  large = false,
  ref,
}: PageHeadingProps) {
  return (
    <div className={className}>
      {eyebrow && (
        <p className="eyebrow mb-3 text-clay">
          <NoWrap>{eyebrow}</NoWrap>
        </p>
      )}
      <h1
        ref={ref}
        tabIndex={-1}
        className={classNames(
          large ? 'text-[2.4rem] sm:text-6xl' : 'text-[2.1rem] sm:text-5xl',
          lead !== undefined && (large ? 'mb-6' : 'mb-4'),
        )}
      >
        {children}
      </h1>
      {lead !== undefined && (
        <p className="max-w-prose text-lg text-muted sm:text-xl">
          <NoWrap>{lead}</NoWrap>
        </p>
      )}
    </div>
  );
}
