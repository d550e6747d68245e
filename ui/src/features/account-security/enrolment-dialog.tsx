import { useId, useRef, useState } from 'react';
import { messageOf, toProblem } from '../../api/errors';
import { type EnrolledApp, verifyFactor } from '../../api/factors';
import { ConfirmDialog } from '../../components/dialogs/confirm-dialog';
import { TextField } from '../../components/forms/fields';
import { account } from '../../content/account/account';
import { useSingleFlight } from '../../lib/hooks/use-single-flight';
import { ReauthenticationDialog } from './reauthentication-dialog';
import { useReauthentication } from './use-reauthentication';

const words = account.factors.enrolment;

/** Shown in groups of four characters, as in the apps. */
const grouped = (secret: string) => secret.replaceAll(/(.{4})(?=.)/g, '$1 ');

type Props = {
  factor: EnrolledApp;
  /** The first factor enables two-step sign-in, which ends the other sessions. */
  isFirst: boolean;
  /** Receives the recovery codes if this is the first factor. */
  onVerified(recoveryCodes: readonly string[] | null): void;
  onCancel(): void;
  finalFocus(): HTMLElement | null;
};

export function EnrolmentDialog({ factor, isFirst, onVerified, onCancel, finalFocus }: Props) {
  const [code, setCode] = useState('');
  const [fault, setFault] = useState<string>();
  const [failure, setFailure] = useState<string | null>(null);
  const { busy, run } = useSingleFlight();
  const reauthentication = useReauthentication();
  const field = useRef<HTMLInputElement>(null);
  const keyId = useId();

  const confirm = async () => {
    setFault(undefined);
    setFailure(null);
    const typed = code.replaceAll(/[^\w-]/g, '');
    if (typed === '') {
      setFault(words.missing);
      field.current?.focus();
      return;
    }
    await reauthentication.attempt(async () => {
      try {
        onVerified(await verifyFactor(factor.id, typed));
      } catch (cause) {
        const problem = toProblem(cause);
        if (problem.code === 'reauthentication_required') throw problem;
        // A failure after re-authentication is also shown here, because this dialog has the code field.
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
        failure={failure}
        isForm
        onConfirm={() => void run(confirm)}
        onCancel={onCancel}
        finalFocus={finalFocus}
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
      </ConfirmDialog>
      {reauthentication.pendingAct !== null && (
        <ReauthenticationDialog
          act={reauthentication.pendingAct}
          onSettled={reauthentication.settle}
          finalFocus={() => field.current}
        />
      )}
    </>
  );
}
