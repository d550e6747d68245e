/** Withdraws the pending application after a dialog that says what happens. */
import { useRef, useState } from 'react';
import { withdrawApplication } from '../../../api/applications';
import { toProblem } from '../../../api/errors';
import { Button } from '../../../components/controls/button';
import { ConfirmDialog } from '../../../components/dialogs/confirm-dialog';
import { sentApplication } from '../../../content/membership/sent-application';
import { useSingleFlight } from '../../../lib/hooks/use-single-flight';

const words = sentApplication.withdrawal;

type Props = { id: string; onWithdrawn(): void; onOutdated(): void };

export function Withdrawal({ id, onWithdrawn, onOutdated }: Props) {
  const [asking, setAsking] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const { busy, run } = useSingleFlight();
  const opener = useRef<HTMLButtonElement>(null);
  // A retry after a lost response is the same request.
  const [key] = useState(() => crypto.randomUUID());

  const withdraw = async () => {
    setFailure(null);
    try {
      await withdrawApplication(id, key);
      onWithdrawn();
    } catch (cause) {
      const problem = toProblem(cause);
      const isOutdated = problem.code === 'application_already_decided' || problem.status === 404;
      if (isOutdated) {
        setAsking(false);
        onOutdated();
      } else setFailure(problem.message);
    }
  };

  return (
    <>
      <Button ref={opener} variant="secondary" onClick={() => setAsking(true)}>
        {words.open}
      </Button>
      {asking && (
        <ConfirmDialog
          destructive
          title={words.question}
          description={words.consequences}
          confirm={busy ? words.confirming : words.confirm}
          cancel={words.cancel}
          busy={busy}
          failure={failure}
          onConfirm={() => void run(withdraw)}
          onCancel={() => setAsking(false)}
          finalFocus={() => opener.current}
        />
      )}
    </>
  );
}
