/**
 * Stands in a page that depends on the roles while they are not known: somebody whose account cannot be checked is not
 * somebody without a role. The session tries again by itself too (session/browser-session.ts).
 */
import { type ReactNode, useState } from 'react';
import { Alert } from '../../components/alert';
import { Button } from '../../components/button';
import { accountCheck } from '../../content/account/account-check';
import { useLate } from '../../lib/use-late';
import { readProfile } from '../../session/read-profile';

const LATE_MS = 3_000;

export function AccountUnchecked() {
  const [trying, setTrying] = useState(false);

  const retry = async () => {
    setTrying(true);
    await readProfile().catch((cause: unknown) =>
      console.warn('The session could not be loaded.', cause),
    );
    setTrying(false);
    // The page has taken the place of the pressed button.
    if (document.activeElement === document.body) {
      document.querySelector<HTMLElement>('main h1')?.focus();
    }
  };

  return (
    <div className="mt-6 space-y-4">
      <Alert title={accountCheck.title}>{accountCheck.text}</Alert>
      <Button variant="secondary" busy={trying} onClick={() => void retry()}>
        {trying ? accountCheck.retrying : accountCheck.retry}
      </Button>
    </div>
  );
}

/** Shows `waiting` for the moment that a check takes, and `unchecked` once it lasts. */
export function Waiting({ waiting, unchecked }: { waiting: ReactNode; unchecked: ReactNode }) {
  return useLate(LATE_MS) ? unchecked : waiting;
}
