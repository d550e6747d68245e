/** Offers membership after a sign-in. The checkbox takes effect regardless of how the dialog is closed. */
import { useState } from 'react';
import { ConfirmDialog } from '../../components/dialogs/confirm-dialog';
import { CheckboxField } from '../../components/forms/fields';
import { auth } from '../../content/account/auth';
import { readChoice, type StorageKey, storeChoice } from '../../lib/browser/browser-storage';

/** The key of the choice "Don't show this dialog again" in local storage. */
const KEY: StorageKey = 'membershipPromptDismissed';

export const isPromptDismissed = (): boolean => readChoice(KEY) === 'true';

type Props = {
  onApply(): void;
  /** Called for Apply Later, Escape and the overlay. */
  onClose(): void;
};

export function MembershipDialog({ onApply, onClose }: Props) {
  const [dismissed, setDismissed] = useState(false);
  const { membership } = auth;

  const closeAnd = (action: () => void) => () => {
    if (dismissed) storeChoice(KEY, 'true');
    action();
  };

  return (
    <ConfirmDialog
      title={membership.title}
      description={membership.text}
      confirm={membership.applyNow}
      cancel={membership.applyLater}
      onConfirm={closeAnd(onApply)}
      onCancel={closeAnd(onClose)}
    >
      <CheckboxField
        label={membership.dismiss}
        checked={dismissed}
        onChange={(event) => setDismissed(event.target.checked)}
      />
    </ConfirmDialog>
  );
}
