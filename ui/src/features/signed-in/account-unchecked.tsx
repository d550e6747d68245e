/** What pages of signed-in users show if something about the session is not as it should be. */
import { type ReactNode, useEffect, useState } from 'react';
import { Alert } from '../../components/feedback/alert';
import { Button } from '../../components/controls/button';
import { accountCheck, notStored } from '../../content/account/account-check';
import { storageWorks } from '../../lib/browser/browser-storage';
import { readProfile } from '../../session/session-actions';

const LATE_MS = 3_000;

/** Shown while the roles cannot be read. Unknown roles are no reason to deny access. The session also retries. */
export function AccountUnchecked() {
  const [trying, setTrying] = useState(false);

  const retry = async () => {
    setTrying(true);
    await readProfile().catch((cause: unknown) =>
      console.warn('The session could not be loaded.', cause),
    );
    setTrying(false);
    // The page has replaced the pressed button.
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

/** Replaces `waiting` with `unchecked` after three seconds. */
export function Waiting({ waiting, unchecked }: { waiting: ReactNode; unchecked: ReactNode }) {
  const [late, setLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), LATE_MS);
    return () => clearTimeout(timer);
  }, []);
  return late ? unchecked : waiting;
}

/** Shown if the browser refuses to store a session. */
export function NotStored() {
  if (storageWorks()) return null;
  return <Alert className="mx-auto my-6 w-[calc(100%-2.5rem)] max-w-3xl">{notStored}</Alert>;
}
