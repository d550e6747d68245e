/** Asks for confirmation of an act on an account, and for its reason. */
import { useRef, useState } from 'react';
import type { UserAct } from '../../../api/admin/users';
import { ConfirmDialog } from '../../../components/dialogs/confirm-dialog';
import { TextField } from '../../../components/forms/fields';
import { userActs, users } from '../../../content/membership/users';

const { reason: words } = users;
/** The server's limit. */
const MAX_REASON = 500;

/** Acts that concern no role ignore it. */
export const roleIn = (act: UserAct) => ('role' in act ? act.role : 'applicant');

type Props = {
  act: UserAct;
  name: string;
  busy: boolean;
  onConfirm(reason: string): void;
  onCancel(): void;
  finalFocus(): HTMLElement | null;
};

export function ActDialog({ act, name, busy, onConfirm, onCancel, finalFocus }: Props) {
  const [reason, setReason] = useState('');
  const [fault, setFault] = useState<string>();
  const field = useRef<HTMLInputElement>(null);
  const texts = userActs[act.is];
  const needsReason = act.is === 'disable' || act.is === 'removeFactors';
  const grantsAll = act.is === 'grant' && act.role === 'admin';

  const confirm = () => {
    if (needsReason && reason.trim() === '') {
      setFault(words.missing);
      field.current?.focus();
    } else onConfirm(reason.trim());
  };

  return (
    <ConfirmDialog
      title={`${texts.what(name, roleIn(act))}?`}
      description={grantsAll ? users.grantAdmin : texts.text}
      confirm={busy ? users.working : texts.button}
      cancel={users.cancel}
      busy={busy}
      isForm
      destructive={grantsAll || (act.is !== 'enable' && act.is !== 'grant')}
      onConfirm={confirm}
      onCancel={onCancel}
      finalFocus={finalFocus}
    >
      {act.is !== 'endSessions' && (
        <TextField
          ref={field}
          label={words.label}
          hint={needsReason ? words.required : words.optional}
          required={needsReason}
          maxLength={MAX_REASON}
          autoComplete="off"
          error={fault}
          value={reason}
          onChange={(event) => setReason(event.target.value)}
        />
      )}
    </ConfirmDialog>
  );
}
