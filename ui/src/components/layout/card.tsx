import type { ComponentProps } from 'react';
import { classNames } from '../../lib/class-names';

export function Card({ className, ...rest }: ComponentProps<'div'>) {
  return (
    <div
      className={classNames(
        'rounded-lg border border-sand-deep bg-white p-5 shadow-page sm:p-8',
        className,
      )}
      {...rest}
    />
  );
}
