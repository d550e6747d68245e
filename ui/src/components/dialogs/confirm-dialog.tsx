/** Asks for confirmation. The cancel button, Escape and the overlay all cancel. */
import { type ReactNode, type RefObject, useId, useRef } from 'react';
import { Button } from '../controls/button';
import { Alert } from '../feedback/alert';
import { Form } from '../forms/form';
import { Dialog } from './dialog';

export interface ConfirmDialogProps {
  title: string;
  description: ReactNode;
  children?: ReactNode;
  confirm: string;
  cancel: string;
  onConfirm: () => void;
  /** The children are the fields of a form, in which Enter confirms. */
  isForm?: boolean;
  onCancel: () => void;
  busy?: boolean;
  /** False if there is nothing to confirm, which the description explains. */
  canConfirm?: boolean;
  failure?: string | null;
  /** For an action that cannot be undone. The initial focus is on the cancel button. */
  destructive?: boolean;
  /** Replaces the button that gets the initial focus. */
  initialFocus?: RefObject<HTMLElement | null>;
  finalFocus?: () => HTMLElement | null;
}

export function ConfirmDialog({
  confirm,
  cancel,
  onConfirm,
  isForm = false,
  onCancel,
  busy = false,
  canConfirm = true,
  failure = null,
  destructive = false,
  initialFocus,
  children,
  ...rest
}: ConfirmDialogProps) {
  const first = useRef<HTMLButtonElement>(null);
  const formId = useId();
  const content = (
    <>
      {children}
      {failure !== null && <Alert variant="destructive">{failure}</Alert>}
    </>
  );
  return (
    <Dialog
      {...rest}
      onClose={onCancel}
      // A form starts in its first field, or at its title if it scrolls.
      initialFocus={initialFocus ?? (isForm && !destructive ? undefined : first)}
      actions={
        <>
          <Button ref={destructive ? first : undefined} variant="secondary" onClick={onCancel}>
            {cancel}
          </Button>
          <Button
            ref={destructive ? undefined : first}
            variant={destructive ? 'destructive' : 'primary'}
            busy={busy}
            aria-disabled={!canConfirm}
            {...(isForm ? { type: 'submit', form: formId } : { onClick: onConfirm })}
          >
            {confirm}
          </Button>
        </>
      }
    >
      {isForm ? (
        <Form
          id={formId}
          onSubmit={(event) => {
            event.preventDefault();
            onConfirm();
          }}
        >
          {content}
        </Form>
      ) : (
        (children !== undefined || failure !== null) && content
      )}
    </Dialog>
  );
}
