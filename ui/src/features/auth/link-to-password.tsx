/**
 * Behind a mail's link that does something and gives the right to choose a password as well. One press uses the link; then
 * the form takes the place of the button.
 */
import { type ReactNode, useState } from 'react';
import { messageOf, toProblem } from '../../api/errors';
import { Alert } from '../../components/alert';
import { Button } from '../../components/button';
import { auth } from '../../content/account/auth';
import { useLatch } from '../../lib/use-latch';
import { ChoosePasswordForm } from './choose-password-form';
import { type Granted, redeem } from './redeem-mail';

export interface LinkToPasswordProps {
  /** Empty where the address holds none. */
  token: string;
  words: {
    readonly introduction: string;
    readonly action: string;
    readonly acting: string;
    /** Told above the form: what the link has done. */
    readonly granted: string;
  };
  /** The token does nothing any more. */
  onUsed(): void;
  /** The way on from a link that does not work. */
  otherwise: ReactNode;
}

type Failure = { message: string; isFinal: boolean };

export function LinkToPassword({ token, words, onUsed, otherwise }: LinkToPasswordProps) {
  const [granted, setGranted] = useState<Granted | null>(null);
  const [failure, setFailure] = useState<Failure | null>(null);
  const { busy, run } = useLatch();

  const follow = async () => {
    setFailure(null);
    try {
      const redeemed = await redeem({ token });
      onUsed();
      if (redeemed.is === 'granted') setGranted(redeemed);
      else setFailure({ message: auth.newPassword.otherLink, isFinal: true });
    } catch (cause) {
      const problem = toProblem(cause);
      const message = messageOf(problem, auth.limited.links);
      const isFinal = problem.code === 'token_invalid';
      if (isFinal) onUsed();
      setFailure({ message, isFinal });
    }
  };

  if (granted !== null) {
    return (
      <>
        <Alert variant="success" takesFocus>
          {words.granted}
        </Alert>
        <ChoosePasswordForm right={() => Promise.resolve(granted)} />
      </>
    );
  }
  if (token === '' || failure?.isFinal === true) {
    return (
      <>
        <Alert variant="destructive" takesFocus={failure !== null}>
          {failure?.message ?? auth.newPassword.incomplete}
        </Alert>
        {otherwise}
      </>
    );
  }
  return (
    <>
      <p className="text-muted">{words.introduction}</p>
      <Button onClick={() => void run(follow)} busy={busy} className="w-full">
        {busy ? words.acting : words.action}
      </Button>
      {failure !== null && <Alert variant="destructive">{failure.message}</Alert>}
    </>
  );
}
