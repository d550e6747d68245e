/** Asks for confirmation. The cancel button, Escape and the overlay all cancel. */
import { type ReactNode, type RefObject, useRef } from 'react';
import { Button } from '../controls/button';
import { Dialog } from './dialog';

export interface ConfirmDialogProps {
  title: string;
  description: ReactNode;
  children?: ReactNode;
  confirm: string;
  cancel: string;
  /** Unless the button submits a form. */
  onConfirm?: () => void;
  /** The id of a form among the children. Its Enter key presses the button, also where it has several fields. */
  form?: string;
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
  form,
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
            {...(form === undefined ? { onClick: onConfirm } : { type: 'submit', form })}
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
