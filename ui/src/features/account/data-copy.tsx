import { type Ref, useState } from 'react';
import { toProblem } from '../../api/errors';
import { exportAccount } from '../../api/users';
import { Alert } from '../../components/feedback/alert';
import { Button } from '../../components/controls/button';
import { account } from '../../content/account/account';
import { saveFile } from '../../lib/browser/save-file';
import { useSingleFlight } from '../../lib/hooks/use-single-flight';

const words = account.copy;

type Outcome = { is: 'ready' } | { is: 'failed'; message: string };

type Props = {
  /** Runs the download, after re-authentication if the server requires it. */
  attempt(act: () => Promise<void>): Promise<void>;
  ref?: Ref<HTMLButtonElement>;
};

export function DataCopy({ attempt, ref }: Props) {
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const { busy, run } = useSingleFlight();

  const download = async () => {
    setOutcome(null);
    try {
      await attempt(async () => {
        saveFile(words.fileName, await exportAccount());
        setOutcome({ is: 'ready' });
      });
    } catch (cause) {
      setOutcome({ is: 'failed', message: toProblem(cause).message });
    }
  };

  return (
    <div className="space-y-4">
      <Button ref={ref} variant="secondary" busy={busy} onClick={() => void run(download)}>
        {busy ? words.preparing : words.download}
      </Button>
      {outcome?.is === 'ready' && <Alert variant="success">{words.ready}</Alert>}
      {outcome?.is === 'failed' && <Alert variant="destructive">{outcome.message}</Alert>}
    </div>
  );
}
