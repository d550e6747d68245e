/** Offers membership after a sign-in. Every way of closing it respects the checkbox. */
import { useState } from 'react';
import { ConfirmDialog } from '../../components/dialogs/confirm-dialog';
import { CheckboxField } from '../../components/forms/fields';
import { auth } from '../../content/account/auth';

/** In local storage: the choice "Don't show this dialog again". */
const KEY = 'membershipPromptDismissed';

export function isPromptDismissed(): boolean {
  try {
    return localStorage.getItem(KEY) === 'true';
  } catch {
    return false;
  }
}

/** Without storage the dialog is shown again. */
function dismissPrompt(): void {
  try {
    localStorage.setItem(KEY, 'true');
  } catch (cause) {
    console.warn('The choice could not be stored.', cause);
  }
}

type Props = {
  onApply(): void;
  /** Apply Later, Escape and the overlay alike. */
  onClose(): void;
};

export function MembershipDialog({ onApply, onClose }: Props) {
  const [dismissed, setDismissed] = useState(false);
  const { membership } = auth;

  const leave = (by: () => void) => () => {
    if (dismissed) dismissPrompt();
    by();
  };

  return (
    <ConfirmDialog
      title={membership.title}
      description={membership.text}
      confirm={membership.applyNow}
      cancel={membership.applyLater}
      onConfirm={leave(onApply)}
      onCancel={leave(onClose)}
    >
      <CheckboxField
        label={membership.dismiss}
        checked={dismissed}
        onChange={(event) => setDismissed(event.target.checked)}
      />
    </ConfirmDialog>
  );
}
