/** Signs in with a passkey only, which the browser offers after a press or in the email field. */
import { createSessionByPasskey, challengePasskey, type Credential } from '../../../api/sessions';
import { KeyRound } from 'lucide-react';
import { useEffect, useEffectEvent } from 'react';
import { messageOf, toProblem } from '../../../api/errors';
import { Alert } from '../../../components/feedback/alert';
import { Button } from '../../../components/controls/button';
import { showToast } from '../../../components/feedback/toast';
import { auth } from '../../../content/account/auth';
import {
  askPasskey,
  PasskeyError,
  passkeysFillIn,
  passkeysWork,
  stopAskingPasskey,
} from '../../../lib/credentials/passkeys';
import { useAct } from '../../../lib/hooks/use-single-flight';
import { sessionStore } from '../../../session/browser-session';
import { useSession } from '../../../session/session-state';
import { welcome } from './welcome';

const words = auth.passkey;

export function passkeyMessage(cause: unknown): string {
  if (cause instanceof PasskeyError) return words.faults[cause.fault];
  const problem = toProblem(cause);
  return problem.code === 'credential_invalid' ? words.refused : messageOf(problem, words.limited);
}

/** Offers passkeys in the browser's autofill while `isOn`. */
function usePasskeyAutofill(isOn: boolean, onChosen: (credential: Credential) => void) {
  const chosen = useEffectEvent(onChosen);
  useEffect(() => {
    if (!isOn || !passkeysWork()) return;
    let isOver = false;
    const offer = async () => {
      if (!(await passkeysFillIn()) || isOver) return;
      const options = await challengePasskey();
      if (isOver) return;
      chosen(await askPasskey(options, true));
    };
    // Only the button reports problems, because the user did not request autofill.
    offer().catch(() => undefined);
    return () => {
      isOver = true;
      stopAskingPasskey();
    };
  }, [isOn]);
}

/** `isPaused` is true while another sign-in is in progress. */
export function PasskeySignIn({ isPaused }: { isPaused: boolean }) {
  const { busy, outcome: failure, act } = useAct(passkeyMessage);
  const isVisitor = useSession().status === 'signed-out';

  const signIn = (choose: () => Promise<Credential>) =>
    act(async () => {
      const credential = await choose();
      await sessionStore.signIn(() => createSessionByPasskey(credential));
      showToast(welcome());
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
