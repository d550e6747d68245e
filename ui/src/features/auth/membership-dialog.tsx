/** The offer to apply for membership, opened by itself after a sign-in. Every way out counts the checkbox. */
import { useState } from 'react';
import { ConfirmDialog } from '../../components/confirm-dialog';
import { CheckboxField } from '../../components/fields';
import { auth } from '../../content/account/auth';
import { dismissPrompt } from './membership-prompt';

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
