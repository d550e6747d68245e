/**
 * /auth/reset: the target of recovery links, and the form for recovery codes. The secret is in the fragment, which
 * browsers do not send.
 */
import { LinkButton } from '../../components/controls/button';
import { CardPage } from '../../components/layout/card-page';
import { auth } from '../../content/account/auth';
import { paths } from '../../content/site/pages';
import { usePrefilledEmail } from '../../features/auth/next-page';
import { type Granted, redeem, useLinkToken } from '../../features/auth/verification/mail-link';
import { useRef, useState } from 'react';
import { Alert } from '../../components/feedback/alert';
import { ChoosePasswordForm } from '../../features/auth/verification/choose-password-form';
import { RedeemCodeForm } from '../../features/auth/verification/redeem-code-form';

export function AuthResetPage() {
  const email = usePrefilledEmail();
  const { token, removeFromUrl } = useLinkToken();
  return (
    <CardPage title={auth.newPassword.title}>
      <ResetPassword key={token} token={token} email={email} onUsed={removeFromUrl} />
    </CardPage>
  );
}

const words = auth.reset;

type Props = {
  /** Empty if the URL contains none. */
  token: string;
  /** The known email address, for redeeming the code. */
  email: string;
  /** Called when the token has been used. */
  onUsed(): void;
};

/** The next step if the code does not arrive. */
const otherwise = (
  <LinkButton to={paths.authRecover} variant="secondary">
    {auth.newPassword.askAgain}
  </LinkButton>
);

function ByCode({ email, onUsed }: Omit<Props, 'token'>) {
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

/**
 * Sets a new password with the link or the code from a recovery mail. Submitting the first password redeems the link, so
 * that a mail scanner that opens the link does not redeem it.
 */
function ResetPassword({ token, email, onUsed }: Props) {
  const granted = useRef<Granted>(null);
  if (token === '') return <ByCode email={email} onUsed={onUsed} />;

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
