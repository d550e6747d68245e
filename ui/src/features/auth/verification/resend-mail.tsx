/** Requests another mail. The response does not reveal whether the address has an account. */
import { resend, type ResendPurpose } from '../../../api/accounts';
import { messageOf, toProblem } from '../../../api/errors';
import { Alert } from '../../../components/feedback/alert';
import { Button } from '../../../components/controls/button';
import { auth } from '../../../content/account/auth';
import { useAct } from '../../../lib/hooks/use-single-flight';

type Outcome = { is: 'sent' } | { is: 'failed'; message: string };

type Props = {
  purpose: ResendPurpose;
  email: string;
  words?: { readonly action: string; readonly sending: string; readonly sent: string };
  onMissingEmail?(): void;
};

export function ResendMail({ purpose, email, words = auth.resend, onMissingEmail }: Props) {
  const { busy, outcome, act } = useAct<Outcome>((cause) => ({
    is: 'failed',
    message: messageOf(toProblem(cause), auth.limited.mails),
  }));

  const ask = () => {
    if (email === '') onMissingEmail?.();
    else
      void act(async () => {
        await resend(email, purpose);
        return { is: 'sent' };
      });
  };

  return (
    <div className="space-y-3">
      <Button variant="secondary" onClick={ask} busy={busy}>
        {busy ? words.sending : words.action}
      </Button>
      <output className="block text-sm text-muted">
        {outcome?.is === 'sent' ? words.sent : ''}
      </output>
      {outcome?.is === 'failed' && <Alert variant="destructive">{outcome.message}</Alert>}
    </div>
  );
}
