/** /auth/confirm: the target of verification links. The secret is in the fragment, which browsers do not send. */
import { CardPage } from '../../components/layout/card-page';
import { Button, LinkButton } from '../../components/controls/button';
import { Alert } from '../../components/feedback/alert';
import { auth } from '../../content/account/auth';
import { paths } from '../../content/site/pages';
import { RedeemCodeForm } from '../../features/auth/verification/redeem-code-form';
import { RemainingStep, useRemainingStep } from '../../features/auth/verification/remaining-step';
import {
  type Redeemed,
  useLinkToken,
  useRedeemLink,
} from '../../features/auth/verification/mail-link';

const words = auth.confirm;

/** For users who have nothing to verify. */
const links = [
  { text: words.already, to: paths.auth, action: words.signIn },
  { text: words.changing, to: paths.account, action: words.account },
];
const otherLinks = links.map(({ text, to, action }) => (
  <div key={to} className="flex flex-wrap items-center justify-between gap-3">
    <p className="min-w-0 flex-1 basis-60">{text}</p>
    <LinkButton to={to} variant="secondary">
      {action}
    </LinkButton>
  </div>
));

export function AuthConfirmPage() {
  const { token, removeFromUrl } = useLinkToken();
  return (
    <CardPage title={words.title}>
      <RedeemVerification key={token} token={token} onUsed={removeFromUrl} />
    </CardPage>
  );
}

type Props = {
  /** Empty if the URL contains none. */
  token: string;
  /** Called when the token has been used. */
  onUsed(): void;
};

/**
 * Redeems the link when the button is pressed, so that mail scanners that open links verify nothing. Without a valid link, the
 * form for the code is shown.
 */
export function RedeemVerification({ token, onUsed }: Props) {
  const { busy, failure, press } = useRedeemLink(token, onUsed);
  const { remaining, proceed } = useRemainingStep();

  const onRedeemed = (redeemed: Redeemed) => {
    if (redeemed.is === 'granted' || redeemed.is === 'half-changed') onUsed();
    proceed(redeemed);
  };
  const byCode = <RedeemCodeForm onRedeemed={onRedeemed} resends="verify_email" />;

  if (remaining !== null) return <RemainingStep remaining={remaining} />;

  if (token === '') {
    return (
      <div className="space-y-5">
        <p className="text-muted">{words.withoutLink}</p>
        {byCode}
        <div className="space-y-5 border-t border-sand pt-5">{otherLinks}</div>
      </div>
    );
  }

  if (failure?.isFinal === true) {
    return (
      <div className="space-y-5">
        <Alert variant="destructive" takesFocus>
          {failure.message}
        </Alert>
        {otherLinks}
        <section className="space-y-5 border-t border-sand pt-5" aria-labelledby="by-code">
          <h2 id="by-code" className="text-xl">
            {words.askAgain}
          </h2>
          {byCode}
        </section>
      </div>
    );
  }

  return (
    <div className="space-y-5">
      <p className="text-muted">{words.introduction}</p>
      <Button onClick={() => void press(onRedeemed)} busy={busy} className="w-full">
        {busy ? words.confirming : words.action}
      </Button>
      {failure !== null && <Alert variant="destructive">{failure.message}</Alert>}
    </div>
  );
}
