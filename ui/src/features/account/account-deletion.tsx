/** Deletes the account after a dialog that asks for the password and names the consequences. */
import { useRef, useState } from 'react';
import { messageOf, toProblem } from '../../api/errors';
import { deleteAccount } from '../../api/users';
import { Button } from '../../components/controls/button';
import { PasswordConfirmDialog } from '../../components/dialogs/password-confirm-dialog';
import { account } from '../../content/account/account';
import { useOwnEmail } from '../../session/use-session';

const words = account.deletion;

function explain(cause: unknown) {
  const problem = toProblem(cause);
  if (problem.code === 'invalid_credentials')
    return { message: account.password.wrong, isPassword: true };
  const isStale = problem.code === 'reauthentication_required';
  const message = isStale ? account.noPassword.again : messageOf(problem, words.limited);
  return { message, isPassword: false };
}

export function AccountDeletion({ onDeleted }: { onDeleted(): void }) {
  const [open, setOpen] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  const email = useOwnEmail();
  return (
    <>
      <Button ref={opener} variant="destructive" onClick={() => setOpen(true)}>
        {words.open}
      </Button>
      {open && (
        <PasswordConfirmDialog
          destructive
          title={words.question}
          description={words.consequences}
          words={{
            confirm: words.confirm,
            confirming: words.deleting,
            password: account.password.current,
            missing: account.password.missingCurrent,
          }}
          cancel={words.cancel}
          email={email}
          passwordless={account.noPassword}
          onConfirm={async (password) => {
            await deleteAccount(password);
            onDeleted();
          }}
          explain={explain}
          onCancel={() => setOpen(false)}
          finalFocus={() => opener.current}
        />
      )}
    </>
  );
}
