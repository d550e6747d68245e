/** Asks for another mail with a link. The answer never tells whether the address has an account. */
import { useState } from 'react';
import { resend, type ResendPurpose } from '../../api/accounts';
import { messageOf, toProblem } from '../../api/errors';
import { Alert } from '../../components/alert';
import { Button } from '../../components/button';
import { auth } from '../../content/auth';

type Phase = { is: 'idle' | 'sending' | 'sent' } | { is: 'failed'; message: string };

type Props = {
  purpose: ResendPurpose;
  email: string;
  words: { readonly action: string; readonly sending: string; readonly sent: string };
  onMissingEmail?(): void;
};

export function ResendMail({ purpose, email, words, onMissingEmail }: Props) {
  const [phase, setPhase] = useState<Phase>({ is: 'idle' });

  const ask = async () => {
    if (email === '') {
      onMissingEmail?.();
      return;
    }
    if (phase.is === 'sending') return;
    setPhase({ is: 'sending' });
    try {
      await resend(email, purpose);
      setPhase({ is: 'sent' });
    } catch (cause) {
      setPhase({ is: 'failed', message: messageOf(toProblem(cause), auth.limited.mails) });
    }
  };

  return (
    <div className="space-y-3">
      <Button variant="secondary" onClick={() => void ask()} busy={phase.is === 'sending'}>
        {phase.is === 'sending' ? words.sending : words.action}
      </Button>
      <output className="block text-sm text-muted">{phase.is === 'sent' ? words.sent : ''}</output>
      {phase.is === 'failed' && <Alert variant="destructive">{phase.message}</Alert>}
    </div>
  );
}
