/**
 * A notice within the page, which is announced when it appears. A destructive one interrupts. With `takesFocus`, for what the
 * user must read first, it takes the focus.
 */
import { CircleAlert, CircleCheck, Info } from 'lucide-react';
import { type ReactNode, useEffect, useLayoutEffect, useReducer, useRef } from 'react';
import { classNames } from '../../lib/class-names';

export type AlertVariant = 'destructive' | 'success' | 'info';

const looks = {
  destructive: { frame: 'border-error bg-error-tint text-error-deep', Icon: CircleAlert },
  success: { frame: 'border-success bg-success-tint text-success', Icon: CircleCheck },
  info: { frame: 'border-sand-deep bg-sand/50 text-ink', Icon: Info },
} as const;

export interface AlertProps {
  variant?: AlertVariant;
  title?: string;
  children?: ReactNode;
  takesFocus?: boolean;
  className?: string;
}

export function Alert({
  variant = 'info',
  title,
  children,
  takesFocus = false,
  className,
}: AlertProps) {
  const box = useRef<HTMLDivElement>(null);
  // Focuses before the paint.
  useLayoutEffect(() => {
    if (takesFocus) box.current?.focus();
  }, [takesFocus]);

  // A status that is inserted together with its text is not announced.
  const [isFilled, fill] = useReducer(() => true, variant === 'destructive' || takesFocus);
  useEffect(() => fill(), []);

  const { frame, Icon } = looks[variant];
  return (
    <div
      ref={box}
      role={variant === 'destructive' ? 'alert' : 'status'}
      tabIndex={takesFocus ? -1 : undefined}
      className={classNames('flex gap-3 rounded-md border px-4 py-3', frame, className)}
    >
      <Icon aria-hidden="true" className="mt-1 size-5 shrink-0" />
      <div className="min-w-0 break-words">
        {isFilled && title && <p className="font-semibold">{title}</p>}
        {isFilled && <div>{children}</div>}
      </div>
    </div>
  );
}
