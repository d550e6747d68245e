/**
 * Behind a mail's link that gives the right to choose a password. One press uses the link, so that a link that no longer
 * works is told before anything is typed; then the form takes the place of the button. Without a link the code of the mail
 * does the same, if it has one.
 */
import { type ReactNode, useState } from 'react';
import { messageOf, toProblem } from '../../api/errors';
import { Alert } from '../../components/alert';
import { Button } from '../../components/button';
import { auth } from '../../content/auth';
import { useLatch } from '../../lib/use-latch';
import { ChoosePasswordForm } from './choose-password-form';
import { redeem, type Redeemed } from './redeem-mail';
import { TypeMailCode } from './type-mail-code';

export interface LinkToPasswordProps {
  /** Empty where the address holds none. */
  token: string;
  words: {
    readonly introduction: string;
    readonly action: string;
    readonly acting: string;
    /** Told above the form, where the link has done more than give the right. */
    readonly granted?: string;
    /** Where the mail has a code as well. */
    readonly byCode?: { readonly introduction: string; readonly action: string };
  };
  /** The address that is known already, for the code. */
  email?: string;
  /** The token does nothing any more. */
  onUsed(): void;
  /** The way on from a link that does not work. */
  otherwise: ReactNode;
}

type Failure = { message: string; isFinal: boolean };

export function LinkToPassword({ token, words, email, onUsed, otherwise }: LinkToPasswordProps) {
  const [grant, setGrant] = useState<string | null>(null);
  const [failure, setFailure] = useState<Failure | null>(null);
  const { busy, run } = useLatch();

  const goOn = (redeemed: Redeemed) => {
    onUsed();
    if (redeemed.is === 'granted') setGrant(redeemed.grant);
    else setFailure({ message: auth.newPassword.otherLink, isFinal: true });
  };

  const follow = async () => {
    setFailure(null);
    try {
      goOn(await redeem({ token }));
    } catch (cause) {
      const problem = toProblem(cause);
      const message = messageOf(problem, auth.limited.links);
      const isFinal = problem.code === 'token_invalid';
      if (isFinal) onUsed();
      setFailure({ message, isFinal });
    }
  };

  if (grant !== null) {
    return (
      <>
        {words.granted !== undefined && (
          <Alert variant="success" takesFocus>
            {words.granted}
          </Alert>
        )}
        <ChoosePasswordForm grant={grant} takesFocus={words.granted === undefined} />
      </>
    );
  }
  if (token === '' && failure === null && words.byCode !== undefined) {
    const { introduction, action } = words.byCode;
    return (
      <>
        <p className="text-muted">{introduction}</p>
        <TypeMailCode email={email} words={{ action, acting: words.acting }} onRedeemed={goOn} />
        {otherwise}
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
