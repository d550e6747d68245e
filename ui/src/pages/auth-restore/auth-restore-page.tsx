/**
 * /auth/restore: after an email change, the notice to the old address links here. The page undoes an account takeover. The
 * secret is in the fragment, which browsers do not send.
 */
import { Button, LinkButton } from '../../components/controls/button';
import { CardPage } from '../../components/layout/card-page';
import { auth } from '../../content/account/auth';
import { paths } from '../../content/site/pages';
import {
  type Granted,
  useLinkToken,
  useRedeemLink,
} from '../../features/auth/verification/mail-link';
import { useState } from 'react';
import { Alert } from '../../components/feedback/alert';
import { ChoosePasswordForm } from '../../features/auth/verification/choose-password-form';

const words = auth.restore;

/** The next step after an invalid link. */
const otherwise = (
  <>
    <p>{words.otherwise.text}</p>
    <div className="flex flex-wrap gap-3">
      <LinkButton to={paths.authRecover} variant="secondary">
        {words.otherwise.recover}
      </LinkButton>
      <LinkButton to={paths.contact} variant="secondary">
        {words.otherwise.contact}
      </LinkButton>
    </div>
  </>
);

export function AuthRestorePage() {
  const { token, removeFromUrl } = useLinkToken();
  return (
    <CardPage title={words.title}>
      <RedeemRestoreLink key={token} token={token} onUsed={removeFromUrl} />
    </CardPage>
  );
}

type Props = {
  /** Empty if the URL contains none. */
  token: string;
  /** Called when the token has been used. */
  onUsed(): void;
};

/** A button redeems the link that restores an address. The form for a new password then replaces it. */
function RedeemRestoreLink({ token, onUsed }: Props) {
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
