/** The dialogs of the second factors. */
import { useId, useRef, useState } from 'react';
import { codeOf, failed, messageOf, toProblem } from '../../api/errors';
import { type EnrolledApp, type Factor, verifyFactor } from '../../api/factors';
import { Button } from '../../components/controls/button';
import { ConfirmDialog } from '../../components/dialogs/confirm-dialog';
import { Dialog } from '../../components/dialogs/dialog';
import { TextField } from '../../components/forms/fields';
import { account } from '../../content/account/account';
import { saveFile } from '../../lib/browser/save-file';
import { useAct } from '../../lib/hooks/use-single-flight';
import { Reauthentication, useReauthentication } from './use-reauthentication';

const { enrolment, recovery, removal, renaming } = account.factors;

/** Shown in groups of four characters, as in the apps. */
const grouped = (secret: string) => secret.replaceAll(/(.{4})(?=.)/g, '$1 ');

const explainCode = (cause: unknown) => messageOf(toProblem(cause), enrolment.limited);

type EnrolmentProps = {
  factor: EnrolledApp;
  /** The first factor enables two-step sign-in, which ends the other sessions. */
  isFirst: boolean;
  /** Receives the recovery codes if this is the first factor. */
  onVerified(recoveryCodes: readonly string[] | null): void;
  onCancel(): void;
  finalFocus(): HTMLElement | null;
};

export function EnrolmentDialog({
  factor,
  isFirst,
  onVerified,
  onCancel,
  finalFocus,
}: EnrolmentProps) {
  const [code, setCode] = useState('');
  const [fault, setFault] = useState<string>();
  const field = useRef<HTMLInputElement>(null);
  const { attempt, asked } = useReauthentication();
  const { busy, outcome: failure, setOutcome: setFailure, act } = useAct(explainCode);
  const keyId = useId();

  const confirm = async () => {
    setFault(undefined);
    const typed = code.replaceAll(/[^\w-]/g, '');
    if (typed === '') {
      setFault(enrolment.missing);
      field.current?.focus();
      return;
    }
    await attempt(async () => {
      try {
        onVerified(await verifyFactor(factor.id, typed));
      } catch (cause) {
        if (codeOf(cause) === 'reauthentication_required') throw cause;
        // A failure after re-authentication is also shown here, because this dialog has the code field.
        setFailure(explainCode(cause));
        field.current?.select();
      }
    });
  };

  return (
    <>
      <ConfirmDialog
        title={enrolment.title}
        description={enrolment.scan}
        confirm={busy ? enrolment.confirming : enrolment.confirm}
        cancel={enrolment.cancel}
        busy={busy}
        failure={failure}
        isForm
        onConfirm={() => void act(confirm)}
        onCancel={onCancel}
        finalFocus={finalFocus}
      >
        <img
          src={`data:image/svg+xml,${encodeURIComponent(factor.qr_svg)}`}
          alt={enrolment.picture}
          width={192}
          height={192}
          className="mx-auto rounded-md border border-sand-deep bg-white"
        />
        <p className="text-center sm:hidden">
          <a href={factor.uri} className="underline underline-offset-4">
            {enrolment.here}
          </a>
        </p>
        <div>
          <p id={keyId} className="text-muted">
            {enrolment.byHand}
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
          label={enrolment.field}
          hint={enrolment.hint}
          inputMode="numeric"
          autoComplete="one-time-code"
          required
          error={fault}
          value={code}
          onChange={(event) => setCode(event.target.value)}
        />
        {isFirst && <p>{account.factors.first}</p>}
      </ConfirmDialog>
      <Reauthentication asked={asked} finalFocus={() => field.current} />
    </>
  );
}

const asText = (codes: readonly string[]) => `${recovery.heading}\n\n${codes.join('\n')}\n`;

type RecoveryProps = { codes: readonly string[]; onKept(): void; finalFocus(): HTMLElement | null };

/** Shows ten recovery codes once. Only its button closes the dialog, so that Escape does not lose the codes. */
export function RecoveryCodesDialog({ codes, onKept, finalFocus }: RecoveryProps) {
  const [copied, setCopied] = useState(false);

  const copy = async () => {
    try {
      await navigator.clipboard.writeText(asText(codes));
      setCopied(true);
    } catch {
      // The browser refused. The codes can be selected or saved as a file.
      setCopied(false);
    }
  };

  return (
    <Dialog
      title={recovery.title}
      description={recovery.text}
      finalFocus={finalFocus}
      actions={<Button onClick={onKept}>{recovery.kept}</Button>}
    >
      <ol className="grid grid-cols-2 gap-x-6 gap-y-1 rounded-md border border-sand-deep bg-paper p-4 font-mono text-lg">
        {codes.map((code) => (
          <li key={code} className="select-all">
            {code}
          </li>
        ))}
      </ol>
      <div className="mt-4 flex flex-wrap gap-3">
        <Button variant="secondary" size="small" onClick={() => void copy()}>
          {copied ? recovery.copied : recovery.copy}
        </Button>
        <Button
          variant="secondary"
          size="small"
          onClick={() => saveFile(recovery.file, new Blob([asText(codes)], { type: 'text/plain' }))}
        >
          {recovery.download}
        </Button>
      </div>
    </Dialog>
  );
}

/** The same limit as on the server. */
const NAME_MAX = 60;

type RenameProps = {
  factor: Factor;
  onRename(name: string): Promise<void>;
  onCancel(): void;
  finalFocus(): HTMLElement | null;
};

export function RenameDialog({ factor, onRename, onCancel, finalFocus }: RenameProps) {
  const [name, setName] = useState(factor.friendly_name);
  const [fault, setFault] = useState<string>();
  const { busy, outcome, act } = useAct(failed);
  const field = useRef<HTMLInputElement>(null);

  const save = async () => {
    setFault(undefined);
    if (name.trim() !== '') return onRename(name);
    setFault(renaming.missing);
    field.current?.focus();
    return undefined;
  };

  return (
    <ConfirmDialog
      title={renaming.title}
      description={factor.friendly_name}
      confirm={renaming.save}
      cancel={renaming.cancel}
      busy={busy}
      failure={outcome?.message}
      isForm
      onConfirm={() => void act(save)}
      onCancel={onCancel}
      initialFocus={field}
      finalFocus={finalFocus}
    >
      <TextField
        ref={field}
        label={renaming.field}
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

type RemovalProps = {
  name: string;
  isLast: boolean;
  onRemove(): Promise<void>;
  onCancel(): void;
  finalFocus(): HTMLElement | null;
};

export function RemovalDialog({ name, isLast, onRemove, onCancel, finalFocus }: RemovalProps) {
  const { busy, outcome, act } = useAct(failed);
  return (
    <ConfirmDialog
      destructive
      title={removal.question(name)}
      description={isLast ? `${removal.consequences} ${removal.last}` : removal.consequences}
      confirm={busy ? removal.removing : removal.confirm}
      cancel={removal.cancel}
      busy={busy}
      failure={outcome?.message}
      onConfirm={() => void act(onRemove)}
      onCancel={onCancel}
      finalFocus={finalFocus}
    />
  );
}
