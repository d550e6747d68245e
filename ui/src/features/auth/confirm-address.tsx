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
import { redeem, type Redeemed } from './redeem-link';
import { ResendMail } from './resend-mail';

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
      <ResendMail
        purpose="verify_email"
        words={auth.resend}
        key={email}
        email={email.trim()}
        onMissingEmail={() => setMissing(true)}
      />
    </section>
  );
}

/** The ways on from a link that does not work. */
function Otherwise() {
  const { already, signIn, changing, account } = auth.confirm;
  const ways = [
    { text: already, to: paths.auth, action: signIn },
    { text: changing, to: paths.account, action: account },
  ];
  return (
    <>
      {ways.map(({ text, to, action }) => (
        <div key={to} className="flex flex-wrap items-center justify-between gap-3">
          <p className="min-w-0 flex-1 basis-60">{text}</p>
          <LinkButton to={to} variant="secondary">
            {action}
          </LinkButton>
        </div>
      ))}
      <AskForNewMail />
    </>
  );
}

type Props = {
  token: string;
  /** The address of a sign-up is confirmed, or that of an account has changed. */
  onDone(what: 'confirmed' | 'changed'): void;
};

type Failure = { message: string; isFinal: boolean };

const incomplete: Failure = { message: auth.confirm.incomplete, isFinal: true };

export function ConfirmAddress({ token, onDone }: Props) {
  const { busy, run } = useLatch();
  const [failure, setFailure] = useState<Failure | null>(token === '' ? incomplete : null);
  /** What there is to do yet. */
  const [rest, setRest] = useState<Extract<Redeemed, { is: 'granted' | 'half-changed' }> | null>(
    null,
  );

  const confirm = async () => {
    setFailure(null);
    try {
      const redeemed = await redeem(token);
      if (redeemed.is === 'confirmed' || redeemed.is === 'changed') onDone(redeemed.is);
      else setRest(redeemed);
    } catch (cause) {
      const problem = toProblem(cause);
      const message = messageOf(problem, auth.limited.links);
      setFailure({ message, isFinal: problem.code === 'token_invalid' });
    }
  };

  if (rest !== null) {
    return (
      <div className="space-y-5">
        <Alert variant="success" takesFocus>
          {rest.is === 'granted'
            ? auth.newPassword.contested
            : auth.confirm.halfChanged[rest.pending]}
        </Alert>
        {rest.is === 'granted' && <ChoosePasswordForm grant={rest.grant} />}
      </div>
    );
  }

  if (failure?.isFinal === true) {
    return (
      <div className="space-y-5">
        <Alert variant="destructive" takesFocus={token !== ''}>
          {failure.message}
        </Alert>
        <Otherwise />
      </div>
    );
  }

  return (
    <div className="space-y-5">
      <p className="text-muted">{auth.confirm.introduction}</p>
      <Button onClick={() => void run(confirm)} busy={busy} className="w-full">
        {busy ? auth.confirm.confirming : auth.confirm.action}
      </Button>
      {failure !== null && <Alert variant="destructive">{failure.message}</Alert>}
    </div>
  );
}
