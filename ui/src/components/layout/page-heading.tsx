/** The h1 of a screen. The layout focuses it after the path changes. */
import type { ReactNode, Ref } from 'react';
import { classNames } from '../../lib/class-names';
import { NoWrap } from '../text/mail-text';

const sizes = {
  small: 'text-[1.75rem]',
  card: 'text-[1.75rem] sm:text-[2rem]',
  medium: 'text-[2.1rem] sm:text-[2.6rem] lg:text-5xl',
  large: 'text-[2.4rem] sm:text-6xl lg:text-5xl xl:text-6xl',
};

export function PageHeading(props: {
  children: ReactNode;
  eyebrow?: string | undefined;
  lead?: string | undefined;
  /** `large` for the home page, `card` for forms, `small` for the dashboard. */
  size?: 'small' | 'card' | 'medium' | 'large';
  ref?: Ref<HTMLHeadingElement>;
}) {
  const { children, eyebrow, lead, size = 'medium', ref } = props;
  return (
    <div>
      {eyebrow && (
        <p className="eyebrow mb-3 text-clay">
          <NoWrap>{eyebrow}</NoWrap>
        </p>
      )}
      <h1
        ref={ref}
        tabIndex={-1}
        className={classNames(
          sizes[size],
          lead !== undefined && (size === 'large' ? 'mb-6' : 'mb-4'),
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
