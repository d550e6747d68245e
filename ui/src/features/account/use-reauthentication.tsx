/** Runs actions that require a recent authentication, and asks for the password if the authentication is too old. */
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { codeOf, messageOf, toProblem } from '../../api/errors';
import { reauthenticate } from '../../api/factors';
import { listSessions } from '../../api/sessions';
import { PasswordConfirmDialog } from '../../components/dialogs/password-confirm-dialog';
import { account } from '../../content/account/account';
import { paths } from '../../content/site/pages';
import { serverNow, useOwnEmail } from '../../session/session-state';

const words = account.factors.again;

/** The server's page size limit. */
const MAX_SESSIONS = 100;
/** Half of the server's ten minutes, because the redirect to a provider takes time. */
const RECENT_MS = 5 * 60_000;
/**
 * The server accepts mailed codes and provider sign-ins only for accounts without a password or a second factor. The page
 * does not know whether the account has either.
 */
const REAUTHENTICATING_METHODS: readonly string[] = [
  'password',
  'totp',
  'passkey',
  'recovery_code',
];

async function hasRecentlyAuthenticated(): Promise<boolean> {
  const { items } = await listSessions(MAX_SESSIONS);
  const since = serverNow() - RECENT_MS;
  const proofs = items.find(({ current }) => current)?.amr ?? [];
  return proofs.some(
    ({ method, at }) => REAUTHENTICATING_METHODS.includes(method) && Date.parse(at) > since,
  );
}

function explain(cause: unknown) {
  const problem = toProblem(cause);
  return problem.code === 'invalid_credentials'
    ? { message: account.password.wrong, isPassword: true }
    : { message: messageOf(problem, words.limited), isPassword: false };
}

/** The caller renders `<Reauthentication>` with `asked`. */
export function useReauthentication() {
  const [act, setAct] = useState<(() => Promise<void>) | null>(null);

  const attempt = async (next: () => Promise<void>): Promise<void> => {
    try {
      await next();
    } catch (cause) {
      if (codeOf(cause) !== 'reauthentication_required') throw cause;
      setAct(() => next);
    }
  };

  /** For an action that leaves the page or uses a wallet, because a refusal from the server would come too late. */
  const attemptOnceRecent = async (next: () => Promise<void>): Promise<void> => {
    if (await hasRecentlyAuthenticated()) await attempt(next);
    else setAct(() => next);
  };

  return { attempt, attemptOnceRecent, asked: { act, settle: () => setAct(null) } };
}

type Props = {
  asked: ReturnType<typeof useReauthentication>['asked'];
  /** Signing in again is not sufficient. */
  isPasswordOnly?: boolean;
  finalFocus(): HTMLElement | null;
};

/** Asks for the password and then runs the action that requires it. Shows its failure. */
export function Reauthentication({ asked, isPasswordOnly = false, finalFocus }: Props) {
  const { act, settle } = asked;
  const email = useOwnEmail();
  if (act === null) return null;
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
        settle();
      }}
      explain={explain}
      onCancel={settle}
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
