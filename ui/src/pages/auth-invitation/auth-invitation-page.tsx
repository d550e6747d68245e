/** /auth/invitation: the owner of an invited address becomes an administrator. The secret is in the fragment. */
import { useRef, useState } from 'react';
import { toProblem } from '../../api/errors';
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
          {(userId) => <Accept key={userId + token} token={token} onUsed={removeFromUrl} />}
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

/** What administrators need, by the code of the refusal. */
const needs: Partial<Record<string, { text: string; action: string; to: string }>> = {
  second_factor_required: { ...words.needsFactor, to: `${paths.account}#two-step` },
  conflict: { ...words.needsPassword, to: `${paths.account}#password` },
};

function Accept({ token, onUsed }: { token: string; onUsed(): void }) {
  const button = useRef<HTMLButtonElement>(null);
  const email = useOwnEmail();
  const { attempt, asked } = useReauthentication();
  const [isDone, setDone] = useState(false);
  const { busy, outcome: problem, act } = useAct(toProblem);

  const accept = () =>
    act(() =>
      attempt(async () => {
        await acceptInvitation(token);
        onUsed();
        void profileChanged();
        setDone(true);
      }),
    );

  if (isDone)
    return (
      <>
        <Alert variant="success" takesFocus>
          {words.done.title}
        </Alert>
        <LinkButton to={paths.admin}>{words.done.action}</LinkButton>
      </>
    );
  const need = needs[problem?.code ?? ''];
  return (
    <>
      <p className="wrap-anywhere">{words.signedInAs(email)}</p>
      <Button ref={button} onClick={() => void accept()} busy={busy} className="w-full">
        {busy ? words.accepting : words.accept}
      </Button>
      {problem !== null && (
        <Alert variant="destructive">
          {problem.code === 'token_invalid' ? words.invalid : (need?.text ?? problem.message)}
        </Alert>
      )}
      {need && <LinkButton to={need.to}>{need.action}</LinkButton>}
      <Reauthentication asked={asked} finalFocus={() => button.current} />
    </>
  );
}
