/** A new name for an authenticator. */
import { useRef, useState } from 'react';
import { toProblem } from '../../api/errors';
import type { Factor } from '../../api/factors';
import { Alert } from '../../components/alert';
import { ConfirmDialog } from '../../components/confirm-dialog';
import { TextField } from '../../components/fields';
import { account } from '../../content/account/account';
import { useLatch } from '../../lib/use-latch';

const words = account.factors.renaming;
/** As the server. */
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
  const { busy, run } = useLatch();
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
      onConfirm={() => void run(save)}
      onCancel={onCancel}
      initialFocus={field}
      finalFocus={finalFocus}
    >
      <form
        method="post"
        noValidate
        className="space-y-4"
        onSubmit={(event) => {
          event.preventDefault();
          void run(save);
        }}
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
        {failure !== null && <Alert variant="destructive">{failure}</Alert>}
      </form>
    </ConfirmDialog>
  );
}
