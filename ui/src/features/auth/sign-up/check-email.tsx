/** Replaces the form after sign-up: the code of the mail can be typed here, and the mail can be sent again. */
import { Button } from '../../../components/controls/button';
import { Alert } from '../../../components/feedback/alert';
import { auth } from '../../../content/account/auth';
import { RedeemCodeForm } from '../verification/redeem-code-form';
import { RemainingStep, useRemainingStep } from '../verification/remaining-step';
import { ResendMail } from '../verification/resend-mail';

type Props = { email: string; onChangeAddress(): void };

export function CheckEmail({ email, onChangeAddress }: Props) {
  const { created, checkEmail } = auth.signUp;
  const { remaining, proceed } = useRemainingStep();
  if (remaining !== null) return <RemainingStep remaining={remaining} />;
  return (
    <div className="space-y-5">
      <h2 className="text-2xl">{checkEmail.title}</h2>
      <Alert variant="success" title={created.title} takesFocus>
        {created.description}
      </Alert>
      <p>
        {checkEmail.sentTo} <strong className="wrap-anywhere">{email}</strong>. {checkEmail.open}
      </p>
      <p>{checkEmail.byCode}</p>
      <RedeemCodeForm
        email={email}
        isKnown
        words={{ action: auth.confirm.byCode, acting: auth.confirm.confirming }}
        onRedeemed={proceed}
      />
      <p className="text-muted">{checkEmail.without}</p>
      <div className="flex flex-wrap items-start gap-3">
        <ResendMail purpose="verify_email" words={auth.resend} email={email} />
        <Button variant="ghost" onClick={onChangeAddress}>
          {checkEmail.change}
        </Button>
      </div>
    </div>
  );
}
