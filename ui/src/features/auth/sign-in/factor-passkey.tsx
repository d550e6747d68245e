/** The second step with a passkey. Browsers ask for a passkey only after a press. */
import { useEffect, useRef, useState } from 'react';
import { codeOf } from '../../../api/errors';
import { createSessionByFactor, type FactorRequired } from '../../../api/sessions';
import { Alert } from '../../../components/feedback/alert';
import { Button } from '../../../components/controls/button';
import { showToast } from '../../../components/feedback/toast';
import { auth } from '../../../content/account/auth';
import { askPasskey } from '../../../lib/credentials/passkeys';
import { useSingleFlight } from '../../../lib/hooks/use-single-flight';
import { sessionStore } from '../../../session/browser-session';
import { passkeyMessage } from './passkey-sign-in';

const words = auth.factor;

type Props = {
  step: FactorRequired;
  onBack(): void;
  /** The challenge has expired. */
  onOver(): void;
};

export function FactorPasskey({ step, onBack, onOver }: Props) {
  const { busy, run } = useSingleFlight();
  const [failure, setFailure] = useState<string | null>(null);
  const [over, setOver] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => button.current?.focus(), []);

  const answer = async () => {
    setFailure(null);
    try {
      const credential = await askPasskey(step.options ?? {});
      const request = { challenge_token: step.challenge_token, credential };
      await sessionStore.signIn(() => createSessionByFactor(request));
      showToast({ ...auth.signIn.welcome, variant: 'success' });
    } catch (cause) {
      setFailure(passkeyMessage(cause));
      if (codeOf(cause) === 'challenge_expired') {
        setOver(true);
        onOver();
      }
    }
  };

  return (
    <>
      <p className="text-muted">{words.passkeyIntroduction}</p>
      <Button
        ref={button}
        busy={busy}
        className="w-full"
        onClick={over ? onBack : () => void run(answer)}
      >
        {over ? words.again : busy ? auth.passkey.waiting : words.passkey}
      </Button>
      {failure !== null && <Alert variant="destructive">{failure}</Alert>}
    </>
  );
}
