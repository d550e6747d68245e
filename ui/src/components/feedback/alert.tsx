/**
 * A notice within the page, which is announced when it appears. A destructive one interrupts. With `takesFocus`, for what the
 * user must read first, it takes the focus.
 */
import { CircleAlert, CircleCheck, Info } from 'lucide-react';
import { type ReactNode, useEffect, useLayoutEffect, useReducer, useRef } from 'react';
import { classNames } from '../../lib/class-names';
import { Button } from '../controls/button';

const looks = {
  destructive: { frame: 'border-error bg-error-tint text-error-deep', Icon: CircleAlert },
  success: { frame: 'border-success bg-success-tint text-success', Icon: CircleCheck },
  info: { frame: 'border-sand-deep bg-sand/50 text-ink', Icon: Info },
} as const;

export function Alert(props: {
  variant?: keyof typeof looks;
  title?: string;
  children?: ReactNode;
  takesFocus?: boolean;
  className?: string;
}) {
  const { variant = 'info', title, children, takesFocus = false, className } = props;
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

type RetryProps = { children: ReactNode; retry: string; onRetry: (() => void) | undefined };

export function RetryAlert({ children, retry, onRetry }: RetryProps) {
  return (
    <Alert variant="destructive">
      <span className="flex flex-wrap items-center justify-between gap-3">
        <span>{children}</span>
        {onRetry && (
          <Button variant="secondary" size="small" onClick={onRetry}>
            {retry}
          </Button>
        )}
      </span>
    </Alert>
  );
}

/** The outcome of the last action: a polite announcement of success, or an alert. */
export function ActOutcome(props: {
  /** `refused` means that the user declined, for example in a wallet. */
  outcome: { is: 'done' | 'refused' | 'failed'; message: ReactNode } | null;
}) {
  const { outcome } = props;
  const isDone = outcome?.is === 'done';
  return (
    <>
      <output className={isDone ? 'mt-4 block text-success' : 'sr-only'}>
        {isDone ? outcome.message : ''}
      </output>
      {outcome !== null && !isDone && (
        <Alert variant={outcome.is === 'refused' ? 'info' : 'destructive'} className="mt-4">
          {outcome.message}
        </Alert>
      )}
    </>
  );
}
