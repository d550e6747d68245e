/** Asks for the password and then runs the action that requires it. */
import { Link } from 'react-router-dom';
import { messageOf, toProblem } from '../../api/errors';
import { reauthenticate } from '../../api/factors';
import { PasswordConfirmDialog } from '../../components/dialogs/password-confirm-dialog';
import { account } from '../../content/account/account';
import { paths } from '../../content/site/pages';
import { useOwnEmail } from '../../session/use-session';

const words = account.factors.again;

function explain(cause: unknown) {
  const problem = toProblem(cause);
  return problem.code === 'invalid_credentials'
    ? { message: account.password.wrong, isPassword: true }
    : { message: messageOf(problem, words.limited), isPassword: false };
}

type Props = {
  /** Runs after re-authentication. The dialog shows its failure. */
  act(): Promise<void>;
  /** Signing in again is not sufficient. */
  isPasswordOnly?: boolean;
  onSettled(): void;
  finalFocus(): HTMLElement | null;
};

export function ReauthenticationDialog({
  act,
  isPasswordOnly = false,
  onSettled,
  finalFocus,
}: Props) {
  const email = useOwnEmail();
  return (
    <PasswordConfirmDialog
      title={words.title}
      description={isPasswordOnly ? words.text : `${words.text} ${words.orSignIn}`}
      words={{
        confirm: words.confirm,
        confirming: words.confirming,
        password: account.password.current,
        missing: account.password.missingCurrent,
      }}
      cancel={words.cancel}
      email={email}
      onConfirm={async (password = '') => {
        await reauthenticate(password);
        await act();
        onSettled();
      }}
      explain={explain}
      onCancel={onSettled}
      finalFocus={finalFocus}
    >
      {/* An account with a provider sign-in may have no password. */}
      <p className="text-sm">
        <Link to={paths.authRecover} className="underline underline-offset-4">
          {words.none}
        </Link>
      </p>
    </PasswordConfirmDialog>
  );
}
