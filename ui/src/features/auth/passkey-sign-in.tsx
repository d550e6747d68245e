/** Signing in with a passkey alone: the browser lets its owner choose one. Not there where a browser has no passkeys. */
import { KeyRound } from 'lucide-react';
import { useState } from 'react';
import { challengePasskey } from '../../api/sessions';
import { Alert } from '../../components/alert';
import { Button } from '../../components/button';
import { showToast } from '../../components/toast';
import { auth } from '../../content/auth';
import { passkeysWork, askPasskey } from '../../lib/passkeys';
import { useLatch } from '../../lib/use-latch';
import { sessionStore } from '../../session/browser-session';
import { passkeyMessage } from './passkey-message';

const words = auth.passkey;

export function PasskeySignIn() {
  const { busy, run } = useLatch();
  const [failure, setFailure] = useState<string | null>(null);
  if (!passkeysWork()) return null;

  const signIn = async () => {
    setFailure(null);
    try {
      await sessionStore.signInByPasskey(await askPasskey(await challengePasskey()));
      showToast({ ...auth.signIn.welcome, variant: 'success' });
    } catch (cause) {
      setFailure(passkeyMessage(cause));
    }
  };

  return (
    <>
      <Button variant="secondary" busy={busy} className="w-full" onClick={() => void run(signIn)}>
        <KeyRound aria-hidden="true" className="size-5 shrink-0" />
        <span>{busy ? words.waiting : words.signIn}</span>
      </Button>
      {failure !== null && <Alert variant="destructive">{failure}</Alert>}
    </>
  );
}
