/** Asks for the password once more, and then does what needed it. */
import { useId, useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import { messageOf, toProblem } from '../../api/errors';
import { reauthenticate } from '../../api/factors';
import { Alert } from '../../components/alert';
import { ConfirmDialog } from '../../components/confirm-dialog';
import { PasswordField } from '../../components/password-field';
import { UsernameField } from '../../components/username-field';
import { account } from '../../content/account/account';
import { paths } from '../../content/site/pages';
import { useLatch } from '../../lib/use-latch';
import { useOwnEmail } from '../../session/use-own-email';

const words = account.factors.again;

type Props = {
  /** Runs after the right password. What it throws is shown here. */
  act(): Promise<void>;
  /** Signing in again would not do instead. */
  isOnlyWay?: boolean;
  onSettled(): void;
  finalFocus(): HTMLElement | null;
};

export function PasswordDialog({ act, isOnlyWay = false, onSettled, finalFocus }: Props) {
  const [password, setPassword] = useState('');
  const [fault, setFault] = useState<string>();
  const [failure, setFailure] = useState<string | null>(null);
  const { busy, run } = useLatch();
  const email = useOwnEmail();
  const field = useRef<HTMLInputElement>(null);
  const formId = useId();

  const refuse = (message: string) => {
    setFault(message);
    field.current?.focus();
  };

  const confirm = async () => {
    setFault(undefined);
    setFailure(null);
    if (password === '') {
      refuse(account.password.missingCurrent);
      return;
    }
    try {
      await reauthenticate(password);
      await act();
      onSettled();
    } catch (cause) {
      const problem = toProblem(cause);
      if (problem.code === 'invalid_credentials') refuse(account.password.wrong);
      else setFailure(messageOf(problem, words.limited));
    }
  };

  return (
    <ConfirmDialog
      title={words.title}
      description={isOnlyWay ? words.text : `${words.text} ${words.orSignIn}`}
      confirm={busy ? words.confirming : words.confirm}
      cancel={words.cancel}
      busy={busy}
      form={formId}
      onCancel={onSettled}
      initialFocus={field}
      finalFocus={finalFocus}
    >
      <form
        id={formId}
        method="post"
        noValidate
        className="space-y-4"
        onSubmit={(event) => {
          event.preventDefault();
          void run(confirm);
        }}
      >
        <UsernameField email={email} />
        <PasswordField
          ref={field}
          label={account.password.current}
          autoComplete="current-password"
          required
          error={fault}
          value={password}
          onChange={(event) => setPassword(event.target.value)}
        />
        {/* Who signs in with a provider may have none. */}
        <p className="text-sm">
          <Link to={paths.authRecover} className="underline underline-offset-4">
            {words.none}
          </Link>
        </p>
        {failure !== null && <Alert variant="destructive">{failure}</Alert>}
      </form>
    </ConfirmDialog>
  );
}
