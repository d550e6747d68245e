/**
 * What stands in place of the Sign Up form once the account is created: where the mail went, its code in place of its link,
 * and what to do without it.
 */
import { useState } from 'react';
import { Alert } from '../../components/alert';
import { Button } from '../../components/button';
import { auth } from '../../content/account/auth';
import { ResendMail } from './resend-mail';
import { type Rest, RestOfConfirming } from './rest-of-confirming';
import { TypeMailCode } from './type-mail-code';
import { useConfirmed } from './use-confirmed';

export interface CheckEmailProps {
  /** The address that was signed up. */
  email: string;
  onChangeAddress: () => void;
}

export function CheckEmail({ email, onChangeAddress }: CheckEmailProps) {
  const { created, checkEmail } = auth.signUp;
  const [rest, setRest] = useState<Rest | null>(null);
  const confirmed = useConfirmed();
  if (rest !== null) return <RestOfConfirming rest={rest} />;
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
      <TypeMailCode
        email={email}
        isKnown
        words={{ action: auth.confirm.byCode, acting: auth.confirm.confirming }}
        onRedeemed={(redeemed) => {
          if (redeemed.is === 'confirmed' || redeemed.is === 'changed') confirmed(redeemed.is);
          else setRest(redeemed);
        }}
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
