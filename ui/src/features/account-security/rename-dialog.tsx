import { useRef, useState } from 'react';
import { toProblem } from '../../api/errors';
import type { Factor } from '../../api/factors';
import { ConfirmDialog } from '../../components/dialogs/confirm-dialog';
import { TextField } from '../../components/forms/fields';
import { account } from '../../content/account/account';
import { useSingleFlight } from '../../lib/hooks/use-single-flight';

const words = account.factors.renaming;
/** The same limit as on the server. */
const NAME_MAX = 60;

type Props = {
  factor: Factor;
  onRename(name: string): Promise<void>;
  onCancel(): void;
  finalFocus(): HTMLElement | null;
};

export function RenameDialog({ factor, onRename, onCancel, finalFocus }: Props) {
  const [name, setName] = useState(factor.friendly_name);
  const [fault, setFault] = useState<string>();
  const [failure, setFailure] = useState<string | null>(null);
  const { busy, run } = useSingleFlight();
  const field = useRef<HTMLInputElement>(null);

  const save = async () => {
    setFault(undefined);
    setFailure(null);
    if (name.trim() === '') {
      setFault(words.missing);
      field.current?.focus();
      return;
    }
    try {
      await onRename(name);
    } catch (cause) {
      setFailure(toProblem(cause).message);
    }
  };

  return (
    <ConfirmDialog
      title={words.title}
      description={factor.friendly_name}
      confirm={words.save}
      cancel={words.cancel}
      busy={busy}
      failure={failure}
      isForm
      onConfirm={() => void run(save)}
      onCancel={onCancel}
      initialFocus={field}
      finalFocus={finalFocus}
    >
      <TextField
        ref={field}
        label={words.field}
        autoComplete="off"
        maxLength={NAME_MAX}
        required
        error={fault}
        value={name}
        onChange={(event) => setName(event.target.value)}
      />
    </ConfirmDialog>
  );
}
