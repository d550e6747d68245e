/** Acts that the server allows only shortly after the password was entered: asks for it where that is too long ago. */
import { useState } from 'react';
import { codeOf } from '../../api/errors';
import { isFresh } from './is-fresh';

export function useFresh() {
  /** What is tried again once the password was entered. */
  const [waiting, setWaiting] = useState<(() => Promise<void>) | null>(null);

  const attempt = async (act: () => Promise<void>): Promise<void> => {
    try {
      await act();
    } catch (cause) {
      if (codeOf(cause) !== 'reauthentication_required') throw cause;
      setWaiting(() => act);
    }
  };

  /** For an act that leaves the page or asks a wallet first: the server's refusal would come too late. */
  const attemptOnceFresh = async (act: () => Promise<void>): Promise<void> => {
    if (await isFresh()) await attempt(act);
    else setWaiting(() => act);
  };

  return { waiting, attempt, attemptOnceFresh, settle: () => setWaiting(null) };
}
