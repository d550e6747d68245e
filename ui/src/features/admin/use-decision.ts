/** Approving and rejecting: at once, one call at a time for each application, with the toasts of the specification. */
import { useRef, useState } from 'react';
import { toProblem } from '../../api/errors';
import { decideApplication, type ApplicationDetail, type Decision } from '../../api/review';
import { showToast } from '../../components/toast';
import { admin } from '../../content/admin';

type Handlers = {
  onDecided(decided: ApplicationDetail): void;
  /** Somebody else decided first, or the application is gone: the list is out of date. */
  onOutdated(id: string): void;
};

export function useDecision({ onDecided, onOutdated }: Handlers) {
  const [busy, setBusy] = useState<ReadonlySet<string>>(new Set());
  // State changes too late for two clicks in one tick; a ref does not.
  const latch = useRef(new Set<string>());

  const decide = async (id: string, decision: Decision) => {
    if (latch.current.has(id)) return;
    latch.current.add(id);
    setBusy(new Set(latch.current));
    try {
      const decided = await decideApplication(id, decision);
      onDecided(decided);
      showToast({
        title: admin.toasts.success,
        description: admin.toasts[decision],
        variant: 'success',
      });
    } catch (cause) {
      const { status } = toProblem(cause);
      showToast({
        title: admin.toasts.error,
        description: admin.toasts.updateFailed,
        variant: 'destructive',
      });
      if (status === 409 || status === 404) onOutdated(id);
    } finally {
      latch.current.delete(id);
      setBusy(new Set(latch.current));
    }
  };

  return { decide, busy };
}
