/** Asks for a new confirmation e-mail. The answer never tells whether the address has an account. */
import { useState } from 'react';
import { resendConfirmation } from '../../api/accounts';
import { messageOf, toProblem } from '../../api/errors';
import { Alert } from '../../components/alert';
import { Button } from '../../components/button';
import { auth } from '../../content/auth';

type Phase = { is: 'idle' | 'sending' | 'sent' } | { is: 'failed'; message: string };

type Props = { email: string; onMissingEmail?(): void };

export function ResendConfirmation({ email, onMissingEmail }: Props) {
  const [phase, setPhase] = useState<Phase>({ is: 'idle' });
  const { resend } = auth;

  const ask = async () => {
    if (email === '') {
      onMissingEmail?.();
      return;
    }
    if (phase.is === 'sending') return;
    setPhase({ is: 'sending' });
    try {
      await resendConfirmation(email);
      setPhase({ is: 'sent' });
    } catch (cause) {
      setPhase({ is: 'failed', message: messageOf(toProblem(cause), auth.limited.mails) });
    }
  };

  return (
    <div className="space-y-3">
      <Button variant="secondary" onClick={() => void ask()} busy={phase.is === 'sending'}>
        {phase.is === 'sending' ? resend.sending : resend.action}
      </Button>
      <output className="block text-sm text-muted">{phase.is === 'sent' ? resend.sent : ''}</output>
      {phase.is === 'failed' && <Alert variant="destructive">{phase.message}</Alert>}
    </div>
  );
}
