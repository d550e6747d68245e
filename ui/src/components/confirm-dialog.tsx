/** Asks for confirmation. The cancel button, Escape and the overlay all cancel. */
import { type ReactNode, type RefObject, useRef } from 'react';
import { Button } from './button';
import { Dialog } from './dialog';

export interface ConfirmDialogProps {
  title: string;
  description: ReactNode;
  children?: ReactNode;
  confirm: string;
  cancel: string;
  onConfirm: () => void;
  onCancel: () => void;
  /** The confirmed action is in progress. */
  busy?: boolean;
  /** Cannot be undone: the initial focus is on the cancel button. */
  destructive?: boolean;
  /** What has the focus at first, instead of a button. */
  initialFocus?: RefObject<HTMLElement | null>;
  finalFocus?: () => HTMLElement | null;
}

export function ConfirmDialog({
  confirm,
  cancel,
  onConfirm,
  onCancel,
  busy = false,
  destructive = false,
  initialFocus,
  children,
  ...rest
}: ConfirmDialogProps) {
  const first = useRef<HTMLButtonElement>(null);
  return (
    <Dialog
      {...rest}
      open
      onOpenChange={(open) => {
        if (!open) onCancel();
      }}
      initialFocus={initialFocus ?? first}
      actions={
        <>
          <Button ref={destructive ? first : undefined} variant="secondary" onClick={onCancel}>
            {cancel}
          </Button>
          <Button
            ref={destructive ? undefined : first}
            variant={destructive ? 'destructive' : 'primary'}
            busy={busy}
            onClick={onConfirm}
          >
            {confirm}
          </Button>
        </>
      }
    >
      {children}
    </Dialog>
  );
}
