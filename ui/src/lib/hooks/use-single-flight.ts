/** Runs one action at a time. A second press before the button is busy does nothing. */
import { useRef, useState } from 'react';

export function useSingleFlight() {
  const [busy, setBusy] = useState(false);
  const running = useRef(false);
  const isOver = useRef(false);

  const run = async (act: () => Promise<void>): Promise<void> => {
    if (running.current) return;
    running.current = true;
    setBusy(true);
    try {
      await act();
    } finally {
      running.current = isOver.current;
      setBusy(isOver.current);
    }
  };

  /**
   * Called by an action whose success leads to another page or form. The old one stays on the screen until the code of the
   * next page has loaded, and a second press would repeat the action.
   */
  const keepBusy = () => {
    isOver.current = true;
  };

  return { busy, run, keepBusy };
}

/** Runs one action at a time, and keeps what it resolves to, or what `explain` says about its failure. */
export function useAct<Outcome>(explain: (cause: unknown) => Outcome) {
  const { busy, run, keepBusy } = useSingleFlight();
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const act = (request: () => Promise<Outcome | void>) =>
    run(async () => {
      setOutcome(null);
      try {
        const done = await request();
        if (done !== undefined) setOutcome(() => done);
      } catch (cause) {
        // Called before the update, because `explain` may have effects.
        const explained = explain(cause);
        setOutcome(() => explained);
      }
    });
  return { busy, keepBusy, outcome, setOutcome, act };
}
