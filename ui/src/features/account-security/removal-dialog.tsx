import { useState } from 'react';
import { toProblem } from '../../api/errors';
import { ConfirmDialog } from '../../components/dialogs/confirm-dialog';
import { account } from '../../content/account/account';
import { useSingleFlight } from '../../lib/hooks/use-single-flight';

const words = account.factors.removal;

type Props = {
  name: string;
  isLast: boolean;
  onRemove(): Promise<void>;
  onCancel(): void;
  finalFocus(): HTMLElement | null;
};

export function RemovalDialog({ name, isLast, onRemove, onCancel, finalFocus }: Props) {
  const [failure, setFailure] = useState<string | null>(null);
  const { busy, run } = useSingleFlight();

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
      failure={failure}
      onConfirm={() => void run(confirm)}
      onCancel={onCancel}
      finalFocus={finalFocus}
    />
  );
}
