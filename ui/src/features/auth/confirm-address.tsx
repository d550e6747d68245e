/**
 * The one button behind the link of the confirmation mail. Nothing is sent before it is pressed, so that
 * mail scanners that open links confirm nothing.
 */
import { useState } from 'react';
import { paths } from '../../content/pages';
import { messageOf, toProblem } from '../../api/errors';
import { Alert } from '../../components/alert';
import { Button, LinkButton } from '../../components/button';
import { TextField } from '../../components/fields';
import { auth } from '../../content/auth';
import { useLatch } from '../../lib/use-latch';
import { ChoosePasswordForm } from './choose-password-form';
import { redeemForGrant } from './redeem-link';
import { ResendConfirmation } from './resend-confirmation';

/** For a link that no longer works: the page knows a token and no address, so it asks for one. */
function AskForNewMail() {
  const [email, setEmail] = useState('');
  const [missing, setMissing] = useState(false);
  return (
    <section className="space-y-4 border-t border-sand pt-5" aria-labelledby="ask-again">
      <h2 id="ask-again" className="text-xl">
        {auth.confirm.askAgain}
      </h2>
      <TextField
        label={auth.fields.email}
        hint={auth.resend.emailHint}
        type="email"
        name="email"
        autoComplete="email"
        error={missing ? auth.required.email : undefined}
        value={email}
        onChange={(event) => {
          setMissing(false);
          setEmail(event.target.value);
        }}
      />
      {/* What was said about one address does not hold for the next. */}
      <ResendConfirmation
        key={email}
        email={email.trim()}
        onMissingEmail={() => setMissing(true)}
      />
    </section>
  );
}

export function ConfirmAddress({ token, onConfirmed }: { token: string; onConfirmed(): void }) {
  const { busy, run } = useLatch();
  const [failure, setFailure] = useState<string | null>(
    token === '' ? auth.confirm.incomplete : null,
  );

  const [grant, setGrant] = useState<string | null>(null);

  const confirm = async () => {
    setFailure(null);
    try {
      const granted = await redeemForGrant(token);
      if (granted === null) onConfirmed();
      else setGrant(granted);
    } catch (cause) {
      setFailure(messageOf(toProblem(cause), auth.limited.links));
    }
  };

  if (grant !== null) {
    return (
      <div className="space-y-5">
        <Alert variant="success" takesFocus>
          {auth.newPassword.contested}
        </Alert>
        <ChoosePasswordForm grant={grant} />
      </div>
    );
  }

  return (
    <div className="space-y-5">
      <p className="text-muted">{auth.confirm.introduction}</p>
      {token !== '' && (
        <Button onClick={() => void run(confirm)} busy={busy} className="w-full">
          {busy ? auth.confirm.confirming : auth.confirm.action}
        </Button>
      )}
      {failure !== null && (
        <>
          <Alert variant="destructive">{failure}</Alert>
          <div className="flex flex-wrap items-center justify-between gap-3">
            <p className="min-w-0 flex-1 basis-60">{auth.confirm.already}</p>
            <LinkButton to={paths.auth} variant="secondary">
              {auth.confirm.signIn}
            </LinkButton>
          </div>
          <AskForNewMail />
        </>
      )}
    </div>
  );
}
