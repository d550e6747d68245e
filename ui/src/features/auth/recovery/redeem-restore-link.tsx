/** A button redeems the link that restores an address. The form for a new password then replaces it. */
import { type ReactNode, useState } from 'react';
import { Button } from '../../../components/controls/button';
import { Alert } from '../../../components/feedback/alert';
import { auth } from '../../../content/account/auth';
import { ChoosePasswordForm } from '../password/choose-password-form';
import type { Granted } from '../verification/redeem-mail';
import { useRedeemLink } from '../verification/use-redeem-link';

type Props = {
  /** Empty if the URL contains none. */
  token: string;
  words: {
    readonly introduction: string;
    readonly action: string;
    readonly acting: string;
    /** Shown above the form. */
    readonly granted: string;
  };
  /** Called when the token has been used. */
  onUsed(): void;
  /** The next step after an invalid link. */
  otherwise: ReactNode;
};

export function RedeemRestoreLink({ token, words, onUsed, otherwise }: Props) {
  const [granted, setGranted] = useState<Granted | null>(null);
  const { busy, failure, setFailure, press } = useRedeemLink(token, onUsed);

  const redeem = () =>
    press((redeemed) => {
      onUsed();
      if (redeemed.is === 'granted') setGranted(redeemed);
      else setFailure({ message: auth.newPassword.otherLink, isFinal: true });
    });

  if (granted !== null) {
    return (
      <>
        <Alert variant="success" takesFocus>
          {words.granted}
        </Alert>
        <ChoosePasswordForm getGrant={() => Promise.resolve(granted)} />
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
      <Button onClick={() => void redeem()} busy={busy} className="w-full">
        {busy ? words.acting : words.action}
      </Button>
      {failure !== null && <Alert variant="destructive">{failure.message}</Alert>}
    </>
  );
}
