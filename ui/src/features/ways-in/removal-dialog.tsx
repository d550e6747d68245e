/** Asks before a factor is removed, and says what ends with it. A refusal is shown here. */
import { useState } from 'react';
import { toProblem } from '../../api/errors';
import { Alert } from '../../components/alert';
import { ConfirmDialog } from '../../components/confirm-dialog';
import { account } from '../../content/account/account';
import { useLatch } from '../../lib/use-latch';

const words = account.factors.removal;

type Props = {
  name: string;
  /** There is no other one. */
  isLast: boolean;
  onRemove(): Promise<void>;
  onCancel(): void;
  finalFocus(): HTMLElement | null;
};

export function RemovalDialog({ name, isLast, onRemove, onCancel, finalFocus }: Props) {
  const [failure, setFailure] = useState<string | null>(null);
  const { busy, run } = useLatch();

  const confirm = async () => {
    setFailure(null);
    try {
      await onRemove();
    } catch (cause) {
      setFailure(toProblem(cause).message);
    }
  };

  return (
    <ConfirmDialog
      destructive
      title={words.question(name)}
      description={isLast ? `${words.consequences} ${words.last}` : words.consequences}
      confirm={busy ? words.removing : words.confirm}
      cancel={words.cancel}
      busy={busy}
      onConfirm={() => void run(confirm)}
      onCancel={onCancel}
      finalFocus={finalFocus}
    >
      {failure !== null && <Alert variant="destructive">{failure}</Alert>}
    </ConfirmDialog>
  );
}
