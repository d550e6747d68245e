/** Deleting the account, after the password and a dialog that says what goes and what stays. */
import { useId, useRef, useState } from 'react';
import { messageOf, toProblem } from '../../api/errors';
import { deleteAccount } from '../../api/users';
import { Alert } from '../../components/alert';
import { Button } from '../../components/button';
import { ConfirmDialog } from '../../components/confirm-dialog';
import { NoPassword } from '../../components/no-password';
import { PasswordField } from '../../components/password-field';
import { UsernameField } from '../../components/username-field';
import { account } from '../../content/account/account';
import { useLatch } from '../../lib/use-latch';
import { useOwnEmail } from '../../session/use-own-email';

const words = account.deletion;

export function AccountDeletion({ onDeleted }: { onDeleted(): void }) {
  const [open, setOpen] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  return (
    <>
      <Button ref={opener} variant="destructive" onClick={() => setOpen(true)}>
        {words.open}
      </Button>
      {open && (
        <DeletionDialog
          onCancel={() => setOpen(false)}
          onDeleted={onDeleted}
          finalFocus={() => opener.current}
        />
      )}
    </>
  );
}

type Props = { onCancel(): void; onDeleted(): void; finalFocus(): HTMLElement | null };

function DeletionDialog({ onCancel, onDeleted, finalFocus }: Props) {
  const [password, setPassword] = useState('');
  const [hasNone, setHasNone] = useState(false);
  const [fault, setFault] = useState<string>();
  const [failure, setFailure] = useState<string | null>(null);
  const { busy, run } = useLatch();
  const email = useOwnEmail();
  const field = useRef<HTMLInputElement>(null);
  const formId = useId();

  const choose = (none: boolean) => {
    setHasNone(none);
    setFault(undefined);
    setFailure(null);
  };

  const refuse = (message: string) => {
    setFault(message);
    field.current?.focus();
  };

  const act = async () => {
    setFault(undefined);
    setFailure(null);
    if (password === '' && !hasNone) {
      refuse(account.password.missingCurrent);
      return;
    }
    try {
      await deleteAccount(hasNone ? undefined : password);
      onDeleted();
    } catch (cause) {
      const problem = toProblem(cause);
      if (problem.code === 'invalid_credentials') refuse(account.password.wrong);
      else if (problem.code === 'reauthentication_required') setFailure(account.noPassword.again);
      else setFailure(messageOf(problem, words.limited));
    }
  };

  return (
    <ConfirmDialog
      destructive
      title={words.question}
      description={words.consequences}
      confirm={busy ? words.deleting : words.confirm}
      cancel={words.cancel}
      busy={busy}
      form={formId}
      onCancel={onCancel}
      finalFocus={finalFocus}
    >
      <form
        id={formId}
        method="post"
        noValidate
        className="space-y-4"
        onSubmit={(event) => {
          event.preventDefault();
          void run(act);
        }}
      >
        <UsernameField email={email} />
        {!hasNone && (
          <PasswordField
            ref={field}
            label={account.password.current}
            autoComplete="current-password"
            required
            error={fault}
            value={password}
            onChange={(event) => setPassword(event.target.value)}
          />
        )}
        <NoPassword chosen={hasNone} onChange={choose} words={account.noPassword} />
        {failure !== null && <Alert variant="destructive">{failure}</Alert>}
      </form>
    </ConfirmDialog>
  );
}
