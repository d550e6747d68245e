/** Setting up an authenticator app: the QR code, the key for typing, and the first code. */
import { useId, useRef, useState } from 'react';
import { messageOf, toProblem } from '../../api/errors';
import { type EnrolledApp, verifyFactor } from '../../api/factors';
import { Alert } from '../../components/alert';
import { ConfirmDialog } from '../../components/confirm-dialog';
import { TextField } from '../../components/fields';
import { account } from '../../content/account/account';
import { useLatch } from '../../lib/use-latch';
import { PasswordDialog } from './password-dialog';
import { useFresh } from './use-fresh';

const words = account.factors.enrolment;

/** In groups of four, as apps show keys. */
const grouped = (secret: string) => secret.replaceAll(/(.{4})(?=.)/g, '$1 ');

type Props = {
  factor: EnrolledApp;
  /** It turns two-step sign-in on, which ends the other sessions. */
  isFirst: boolean;
  /** Called with the recovery codes of a first factor. */
  onVerified(recoveryCodes: readonly string[] | null): void;
  onCancel(): void;
  finalFocus(): HTMLElement | null;
};

export function EnrolmentDialog({ factor, isFirst, onVerified, onCancel, finalFocus }: Props) {
  const [code, setCode] = useState('');
  const [fault, setFault] = useState<string>();
  const [failure, setFailure] = useState<string | null>(null);
  const { busy, run } = useLatch();
  const fresh = useFresh();
  const field = useRef<HTMLInputElement>(null);
  const keyId = useId();

  const confirm = async () => {
    setFault(undefined);
    setFailure(null);
    const typed = code.replaceAll(/\s/g, '');
    if (typed === '') {
      setFault(words.missing);
      field.current?.focus();
      return;
    }
    await fresh.attempt(async () => {
      try {
        onVerified(await verifyFactor(factor.id, typed));
      } catch (cause) {
        const problem = toProblem(cause);
        if (problem.code === 'reauthentication_required') throw problem;
        // Told here also where the dialog that asks for the password has run it: the code is typed here.
        setFailure(messageOf(problem, words.limited));
        field.current?.select();
      }
    });
  };

  return (
    <>
      <ConfirmDialog
        title={words.title}
        description={words.scan}
        confirm={busy ? words.confirming : words.confirm}
        cancel={words.cancel}
        busy={busy}
        onConfirm={() => void run(confirm)}
        onCancel={onCancel}
        finalFocus={finalFocus}
      >
        <form
          method="post"
          noValidate
          className="space-y-5"
          onSubmit={(event) => {
            event.preventDefault();
            void run(confirm);
          }}
        >
          <img
            src={`data:image/svg+xml,${encodeURIComponent(factor.qr_svg)}`}
            alt={words.picture}
            width={192}
            height={192}
            className="mx-auto rounded-md border border-sand-deep bg-white"
          />
          <p className="text-center sm:hidden">
            <a href={factor.uri} className="underline underline-offset-4">
              {words.here}
            </a>
          </p>
          <div>
            <p id={keyId} className="text-muted">
              {words.byHand}
            </p>
            <code
              aria-labelledby={keyId}
              className="mt-1 block font-mono text-lg wrap-anywhere select-all"
            >
              {grouped(factor.secret)}
            </code>
          </div>
          <TextField
            ref={field}
            label={words.field}
            hint={words.hint}
            inputMode="numeric"
            autoComplete="one-time-code"
            required
            error={fault}
            value={code}
            onChange={(event) => setCode(event.target.value)}
          />
          {isFirst && <p>{account.factors.first}</p>}
          {failure !== null && <Alert variant="destructive">{failure}</Alert>}
        </form>
      </ConfirmDialog>
      {fresh.waiting !== null && (
        <PasswordDialog
          act={fresh.waiting}
          onSettled={fresh.settle}
          finalFocus={() => field.current}
        />
      )}
    </>
  );
}
