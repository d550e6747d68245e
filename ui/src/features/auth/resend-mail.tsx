/** Asks for another mail with a link. The answer never tells whether the address has an account. */
import { useState } from 'react';
import { resend, type ResendPurpose } from '../../api/accounts';
import { messageOf, toProblem } from '../../api/errors';
import { Alert } from '../../components/alert';
import { Button } from '../../components/button';
import { auth } from '../../content/account/auth';
import { useLatch } from '../../lib/use-latch';

type Outcome = { is: 'sent' } | { is: 'failed'; message: string };

type Props = {
  purpose: ResendPurpose;
  email: string;
  words: { readonly action: string; readonly sending: string; readonly sent: string };
  onMissingEmail?(): void;
};

export function ResendMail({ purpose, email, words, onMissingEmail }: Props) {
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const { busy, run } = useLatch();

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
