/** The offer to apply for membership, opened by itself after a sign-in. Every way out counts the checkbox. */
import { useRef, useState } from 'react';
import { Button } from '../../components/button';
import { Dialog } from '../../components/dialog';
import { CheckboxField } from '../../components/fields';
import { auth } from '../../content/auth';
import { dismissPrompt } from './membership-prompt';

type Props = {
  onApply(): void;
  /** Apply Later, Escape and the overlay alike. */
  onClose(): void;
};

export function MembershipDialog({ onApply, onClose }: Props) {
  const [dismissed, setDismissed] = useState(false);
  const applyNow = useRef<HTMLButtonElement>(null);
  const { membership } = auth;

  const leave = (by: () => void) => () => {
    if (dismissed) dismissPrompt();
    by();
  };

  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) leave(onClose)();
      }}
      title={membership.title}
      description={membership.text}
      initialFocus={applyNow}
    >
      <CheckboxField
        label={membership.dismiss}
        checked={dismissed}
        onChange={(event) => setDismissed(event.target.checked)}
      />
      <div className="mt-6 flex flex-wrap justify-end gap-3">
        <Button variant="secondary" onClick={leave(onClose)}>
          {membership.applyLater}
        </Button>
        <Button ref={applyNow} onClick={leave(onApply)}>
          {membership.applyNow}
        </Button>
      </div>
    </Dialog>
  );
}
