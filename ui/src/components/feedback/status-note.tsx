/** A note next to a feature that is not connected yet, about what already works. */
import type { ReactNode } from 'react';
import { classNames } from '../../lib/class-names';
import { MailText } from '../text/mail-text';

export function StatusNote({ children, className }: { children: ReactNode; className?: string }) {
  return (
    <p className={classNames('border-l-4 border-gold pl-4 text-[0.95rem] text-muted', className)}>
      {typeof children === 'string' ? <MailText>{children}</MailText> : children}
    </p>
  );
}
