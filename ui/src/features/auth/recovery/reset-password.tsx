/**
 * Sets a new password with the link or the code from a recovery mail. Submitting the first password redeems the link, so
 * that a mail scanner that opens the link does not redeem it.
 */
import { type ReactNode, useRef, useState } from 'react';
import { Alert } from '../../../components/feedback/alert';
import { auth } from '../../../content/account/auth';
import { ChoosePasswordForm } from '../password/choose-password-form';
import { type Granted, redeem } from '../verification/redeem-mail';
import { RedeemCodeForm } from '../verification/redeem-code-form';

const words = auth.reset;

type Props = {
  /** Empty if the URL contains none. */
  token: string;
  /** The known email address, for redeeming the code. */
  email: string;
  /** Called when the token has been used. */
  onUsed(): void;
  /** The next step if the code does not arrive. */
  otherwise: ReactNode;
};

function ByCode({ email, onUsed, otherwise }: Omit<Props, 'token'>) {
  const [granted, setGranted] = useState<Granted | null>(null);
  const [isOther, setOther] = useState(false);
  if (granted !== null) {
    return (
      <ChoosePasswordForm
        getGrant={() => Promise.resolve(granted)}
        email={granted.email}
        takesFocus
      />
    );
  }
  if (isOther) {
    return (
      <>
        <Alert variant="destructive" takesFocus>
          {auth.newPassword.otherLink}
        </Alert>
        {otherwise}
      </>
    );
  }
  return (
    <>
      <p className="text-muted">{words.byCode.introduction}</p>
      <RedeemCodeForm
        email={email}
        words={words.byCode}
        onRedeemed={(redeemed) => {
          onUsed();
          if (redeemed.is === 'granted') setGranted(redeemed);
          else setOther(true);
        }}
      />
      {otherwise}
    </>
  );
}

export function ResetPassword({ token, ...rest }: Props) {
  const { email, onUsed } = rest;
  const granted = useRef<Granted>(null);
  if (token === '') return <ByCode {...rest} />;

  const getGrant = async () => {
    if (granted.current !== null) return granted.current;
    const redeemed = await redeem({ token });
    onUsed();
    if (redeemed.is !== 'granted') return null;
    granted.current = redeemed;
    return redeemed;
  };
  return (
    <>
      <p className="text-muted">{words.introduction}</p>
      <ChoosePasswordForm getGrant={getGrant} email={email} onUsed={onUsed} />
    </>
  );
}
