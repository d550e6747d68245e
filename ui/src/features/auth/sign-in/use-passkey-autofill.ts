/** Offers the passkeys of this site among what the browser fills in, while `isOn`. */
import { useEffect, useEffectEvent } from 'react';
import { challengePasskey, type Credential } from '../../../api/sessions';
import {
  filledInPasskey,
  passkeysFillIn,
  passkeysWork,
  stopAskingPasskey,
} from '../../../lib/passkeys';

export function usePasskeyAutofill(isOn: boolean, onChosen: (credential: Credential) => void) {
  const chosen = useEffectEvent(onChosen);
  useEffect(() => {
    if (!isOn || !passkeysWork()) return;
    let isOver = false;
    const offer = async () => {
      if (!(await passkeysFillIn()) || isOver) return;
      const options = await challengePasskey();
      if (isOver) return;
      chosen(await filledInPasskey(options));
    };
    // Nobody has asked for it: the button tells what is wrong with passkeys here.
    offer().catch(() => undefined);
    return () => {
      isOver = true;
      stopAskingPasskey();
    };
  }, [isOn]);
}
