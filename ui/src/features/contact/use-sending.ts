/**
 * The second that a message takes. Nothing is sent anywhere: the specification has the form only say so. Who
 * leaves the page meanwhile is told nothing, because nothing arrived.
 */
import { useCallback, useEffect, useRef, useState } from 'react';

const SENDING_MS = 1000;

export function useSending(): { sending: boolean; send: (sent: () => void) => void } {
  const [sending, setSending] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(
    () => () => {
      clearTimeout(timer.current);
      timer.current = undefined;
    },
    [],
  );

  const send = useCallback((sent: () => void) => {
    // The state is not there yet when a second press comes in the same moment; the timer is.
    if (timer.current !== undefined) return;
    setSending(true);
    timer.current = setTimeout(() => {
      timer.current = undefined;
      setSending(false);
      sent();
    }, SENDING_MS);
  }, []);

  return { sending, send };
}
