/**
 * Signing in with a passkey alone: the browser lets its owner choose one, after a press or at the field of the address. Not
 * there where a browser has no passkeys.
 */
import { KeyRound } from 'lucide-react';
import { useState } from 'react';
import { challengePasskey, type Credential } from '../../api/sessions';
import { Alert } from '../../components/alert';
import { Button } from '../../components/button';
import { showToast } from '../../components/toast';
import { auth } from '../../content/account/auth';
import { passkeysWork, askPasskey } from '../../lib/passkeys';
import { useLatch } from '../../lib/use-latch';
import { sessionStore } from '../../session/browser-session';
import { useSession } from '../../session/use-session';
import { passkeyMessage } from './passkey-message';
import { usePasskeyAutofill } from './use-passkey-autofill';

const words = auth.passkey;

/** `isPaused`: somebody is signing in another way. */
export function PasskeySignIn({ isPaused }: { isPaused: boolean }) {
  const { busy, run } = useLatch();
  const [failure, setFailure] = useState<string | null>(null);
  const isVisitor = useSession().status === 'signed-out';

  const signIn = (choose: () => Promise<Credential>) =>
    run(async () => {
      setFailure(null);
      try {
        await sessionStore.signInByPasskey(await choose());
        showToast({ ...auth.signIn.welcome, variant: 'success' });
      } catch (cause) {
        setFailure(passkeyMessage(cause));
      }
    });
  usePasskeyAutofill(isVisitor && !isPaused && !busy, (credential) => {
    void signIn(() => Promise.resolve(credential));
  });
  if (!passkeysWork()) return null;

  return (
    <>
      <Button
        variant="secondary"
        busy={busy}
        className="w-full"
        onClick={() => void signIn(async () => askPasskey(await challengePasskey()))}
      >
        <KeyRound aria-hidden="true" className="size-5 shrink-0" />
        <span>{busy ? words.waiting : words.signIn}</span>
      </Button>
      {failure !== null && <Alert variant="destructive">{failure}</Alert>}
    </>
  );
}
