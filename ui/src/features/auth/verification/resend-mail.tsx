/** Requests another mail. The response does not reveal whether the address has an account. */
import { useState } from 'react';
import { resend, type ResendPurpose } from '../../../api/accounts';
import { messageOf, toProblem } from '../../../api/errors';
import { Alert } from '../../../components/feedback/alert';
import { Button } from '../../../components/controls/button';
import { auth } from '../../../content/account/auth';
import { useSingleFlight } from '../../../lib/hooks/use-single-flight';

type Outcome = { is: 'sent' } | { is: 'failed'; message: string };

type Props = {
  purpose: ResendPurpose;
  email: string;
  words: { readonly action: string; readonly sending: string; readonly sent: string };
  onMissingEmail?(): void;
};

export function ResendMail({ purpose, email, words, onMissingEmail }: Props) {
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const { busy, run } = useSingleFlight();

  const ask = async () => {
    if (email === '') {
      onMissingEmail?.();
      return;
    }
    setOutcome(null);
    try {
      await resend(email, purpose);
      setOutcome({ is: 'sent' });
    } catch (cause) {
      setOutcome({ is: 'failed', message: messageOf(toProblem(cause), auth.limited.mails) });
    }
  };

  return (
    <div className="space-y-3">
      <Button variant="secondary" onClick={() => void run(ask)} busy={busy}>
        {busy ? words.sending : words.action}
      </Button>
      <output className="block text-sm text-muted">
        {outcome?.is === 'sent' ? words.sent : ''}
      </output>
      {outcome?.is === 'failed' && <Alert variant="destructive">{outcome.message}</Alert>}
    </div>
  );
}
