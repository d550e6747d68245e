/** Asks before something is done: one button does it, the other, Escape and the overlay leave it. */
import { type ReactNode, useRef } from 'react';
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
  /** What was confirmed is under way. */
  busy?: boolean;
  /** Cannot be taken back: the focus starts on the way out. */
  destructive?: boolean;
  finalFocus?: () => HTMLElement | null;
}

export function ConfirmDialog({
  confirm,
  cancel,
  onConfirm,
  onCancel,
  busy = false,
  destructive = false,
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
      initialFocus={first}
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
