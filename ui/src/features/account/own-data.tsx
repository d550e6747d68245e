/** Deletes the account after a dialog that asks for the password and names the consequences. */
import { useRef, useState } from 'react';
import { failed, messageOf, toProblem } from '../../api/errors';
import { deleteAccount, exportAccount } from '../../api/users';
import { Button } from '../../components/controls/button';
import { PasswordConfirmDialog } from '../../components/dialogs/password-confirm-dialog';
import { account } from '../../content/account/account';
import { useOwnEmail } from '../../session/session-state';
import { Alert } from '../../components/feedback/alert';
import { saveFile } from '../../lib/browser/save-file';
import { useAct } from '../../lib/hooks/use-single-flight';
import { Reauthentication, useReauthentication } from './use-reauthentication';

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

const copyWords = account.copy;

type Outcome = { is: 'ready' } | { is: 'failed'; message: string };

/** Downloads a copy of the user's data. */
export function DataCopy() {
  const button = useRef<HTMLButtonElement>(null);
  const { attempt, asked } = useReauthentication();
  const { busy, outcome, setOutcome, act } = useAct<Outcome>(failed);

  const download = () =>
    act(() =>
      attempt(async () => {
        saveFile(copyWords.fileName, await exportAccount());
        setOutcome({ is: 'ready' });
      }),
    );

  return (
    <div className="space-y-4">
      <Button ref={button} variant="secondary" busy={busy} onClick={() => void download()}>
        {busy ? copyWords.preparing : copyWords.download}
      </Button>
      {outcome?.is === 'ready' && <Alert variant="success">{copyWords.ready}</Alert>}
      {outcome?.is === 'failed' && <Alert variant="destructive">{outcome.message}</Alert>}
      <Reauthentication asked={asked} finalFocus={() => button.current} />
    </div>
  );
}
