/** /auth/invitation: the owner of an invited address becomes an administrator. The secret is in the fragment. */
import { type ReactNode, useRef } from 'react';
import { messageOf, toProblem } from '../../api/errors';
import { acceptInvitation } from '../../api/invitations';
import { Button, LinkButton } from '../../components/controls/button';
import { Alert } from '../../components/feedback/alert';
import { Skeleton } from '../../components/feedback/skeleton';
import { CardPage } from '../../components/layout/card-page';
import { invitation as words } from '../../content/account/invitations';
import { paths, SIGN_UP } from '../../content/site/pages';
import { Reauthentication, useReauthentication } from '../../features/account/use-reauthentication';
import { useLinkToken } from '../../features/auth/verification/mail-link';
import { AccountUnchecked } from '../../features/signed-in/account-unchecked';
import { RequireRole } from '../../features/signed-in/require-role';
import { useAct } from '../../lib/hooks/use-single-flight';
import { profileChanged } from '../../session/session-actions';
import { useOwnEmail } from '../../session/session-state';

export function AuthInvitationPage() {
  const { token, removeFromUrl } = useLinkToken();
  return (
    <CardPage title={words.title}>
      <p className="text-muted">{words.introduction}</p>
      {token === '' ? (
        <Alert variant="destructive">{words.incomplete}</Alert>
      ) : (
        <RequireRole
          allows={() => true}
          waiting={<Skeleton label={words.checking} lines={2} />}
          unchecked={<AccountUnchecked />}
          visitor={<SignedOut />}
          refused={null}
        >
          {(userId) => <Accept key={userId} token={token} onUsed={removeFromUrl} />}
        </RequireRole>
      )}
    </CardPage>
  );
}

function SignedOut() {
  return (
    <>
      <p>{words.signedOut.text}</p>
      <div className="flex flex-wrap gap-3">
        <LinkButton to={paths.auth}>{words.signedOut.signIn}</LinkButton>
        <LinkButton to={paths.auth + SIGN_UP} variant="secondary">
          {words.signedOut.signUp}
        </LinkButton>
      </div>
    </>
  );
}

type Outcome = { message: string; next?: ReactNode; isDone?: true };

/** The account lacks what administrators need. */
const missing = (need: { text: string; action: string }, part: string): Outcome => ({
  message: need.text,
  next: <LinkButton to={paths.account + part}>{need.action}</LinkButton>,
});

function explain(cause: unknown): Outcome {
  const problem = toProblem(cause);
  if (problem.code === 'token_invalid') return { message: words.invalid };
  if (problem.code === 'second_factor_required') return missing(words.needsFactor, '#two-step');
  if (problem.code === 'conflict') return missing(words.needsPassword, '#password');
  return { message: messageOf(problem, words.limited) };
}

function Accept({ token, onUsed }: { token: string; onUsed(): void }) {
  const button = useRef<HTMLButtonElement>(null);
  const email = useOwnEmail();
  const { attempt, asked } = useReauthentication();
  const { busy, outcome, setOutcome, act } = useAct(explain);

  const accept = () =>
    act(() =>
      attempt(async () => {
        await acceptInvitation(token);
        onUsed();
        void profileChanged();
        setOutcome({
          message: words.done.title,
          isDone: true,
          next: <LinkButton to={paths.admin}>{words.done.action}</LinkButton>,
        });
      }),
    );

  if (outcome?.isDone === true)
    return (
      <>
        <Alert variant="success" takesFocus>
          {outcome.message}
        </Alert>
        {outcome.next}
      </>
    );
  return (
    <>
      <p className="wrap-anywhere">{words.signedInAs(email)}</p>
      <Button ref={button} onClick={() => void accept()} busy={busy} className="w-full">
        {busy ? words.accepting : words.accept}
      </Button>
      {outcome !== null && (
        <>
          <Alert variant="destructive">{outcome.message}</Alert>
          {outcome.next}
        </>
      )}
      <Reauthentication asked={asked} finalFocus={() => button.current} />
    </>
  );
}
