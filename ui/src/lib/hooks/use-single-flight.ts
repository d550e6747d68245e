/** Runs one action at a time. A second press before the button is busy does nothing. */
import { useRef, useState } from 'react';

export function useSingleFlight() {
  const [busy, setBusy] = useState(false);
  const running = useRef(false);

  const run = async (act: () => Promise<void>): Promise<void> => {
    if (running.current) return;
    running.current = true;
    setBusy(true);
    try {
      await act();
    } finally {
      running.current = false;
      setBusy(false);
    }
  };

  return { busy, run };
}
