/** Two-step sign-in: the authenticators, the recovery codes, and setting up another one. */
import { useRef, useState } from 'react';
import { toProblem } from '../../api/errors';
import {
  createRecoveryCodes,
  type EnrolledFactor,
  enrolFactor,
  type Factor,
  removeFactor,
  renameFactor,
} from '../../api/factors';
import { Alert } from '../../components/alert';
import { Button } from '../../components/button';
import { ConfirmDialog } from '../../components/confirm-dialog';
import { ListStates } from '../../components/list-states';
import { account } from '../../content/account';
import { useLatch } from '../../lib/use-latch';
import { EnrolmentDialog } from './enrolment-dialog';
import { FactorRow } from './factor-row';
import { PasswordDialog } from './password-dialog';
import { RecoveryCodesDialog } from './recovery-codes-dialog';
import { RenameDialog } from './rename-dialog';
import { useFactors } from './use-factors';
import { useFresh } from './use-fresh';

const words = account.factors;

/** The dialog that is open. One at a time. */
type Shown =
  | { is: 'enrolment'; factor: EnrolledFactor }
  | { is: 'recovery'; codes: readonly string[] }
  | { is: 'renaming'; factor: Factor }
  | { is: 'removal'; factor: Factor };

type Props = {
  /** The person is an administrator who can do nothing as one without a second step. */
  required: boolean;
  /** The session may say something else of itself. */
  onChanged(): void;
};

export function TwoStep({ required, onChanged }: Props) {
  const { list, reread } = useFactors();
  const fresh = useFresh();
  const { busy, run } = useLatch();
  const [shown, setShown] = useState<Shown | null>(null);
  const [outcome, setOutcome] = useState<{ is: 'done' | 'failed'; message: string } | null>(null);
  const section = useRef<HTMLDivElement>(null);
  const close = () => setShown(null);
  const changed = () => {
    reread();
    onChanged();
  };
  const toSection = () => section.current;

  /** Runs an act that may ask for the password first. */
  const act = (what: () => Promise<void>) =>
    run(async () => {
      setOutcome(null);
      try {
        await fresh.attempt(what);
      } catch (cause) {
        setOutcome({ is: 'failed', message: toProblem(cause).message });
      }
    });

  const begin = () => act(async () => setShown({ is: 'enrolment', factor: await enrolFactor() }));
  const replaceCodes = () =>
    act(async () => {
      setShown({ is: 'recovery', codes: await createRecoveryCodes() });
      changed();
    });
  const remove = ({ id, friendly_name: name }: Factor) => {
    close();
    return act(async () => {
      await removeFactor(id);
      setOutcome({ is: 'done', message: words.removed(name) });
      changed();
    });
  };
  const rename = async ({ id }: Factor, name: string) => {
    await fresh.attempt(async () => {
      await renameFactor(id, name);
      changed();
    });
    close();
  };

  const factors = (list.data?.items ?? []).filter(({ status }) => status === 'verified');
  const left = list.data?.recovery_codes_left ?? 0;

  return (
    <>
      {required && (
        <Alert variant="destructive" className="mb-5">
          {words.required}
        </Alert>
      )}
      <ListStates
        words={words.list}
        state={list.isFetching ? 'loading' : list.isError ? 'failed' : 'ready'}
        // What stands below the rows or in their place is always there.
        count={list.data === undefined ? undefined : factors.length + 1}
        isNarrowed={false}
        onRetry={() => void list.refetch()}
        onClear={() => void list.refetch()}
        ref={section}
      >
        {factors.length === 0 ? (
          <p className="font-semibold">{words.off}</p>
        ) : (
          <>
            <ul className="divide-y divide-sand-deep border-y border-sand-deep">
              {factors.map((factor) => (
                <FactorRow
                  key={factor.id}
                  factor={factor}
                  busy={busy}
                  onRename={() => setShown({ is: 'renaming', factor })}
                  onRemove={() => setShown({ is: 'removal', factor })}
                />
              ))}
            </ul>
            <p className="mt-4 text-muted">{words.recovery.left(left)}</p>
          </>
        )}
      </ListStates>
      <div className="mt-5 flex flex-wrap gap-3">
        <Button
          variant={factors.length === 0 ? 'primary' : 'secondary'}
          busy={busy}
          onClick={() => void begin()}
        >
          {factors.length === 0 ? words.setUp : words.addAnother}
        </Button>
        {factors.length > 0 && (
          <Button variant="secondary" busy={busy} onClick={() => void replaceCodes()}>
            {words.recovery.replace}
          </Button>
        )}
      </div>
      <output className={outcome?.is === 'done' ? 'mt-4 block text-success' : 'sr-only'}>
        {outcome?.is === 'done' ? outcome.message : ''}
      </output>
      {outcome?.is === 'failed' && (
        <Alert variant="destructive" className="mt-4">
          {outcome.message}
        </Alert>
      )}
      {shown?.is === 'enrolment' && (
        <EnrolmentDialog
          factor={shown.factor}
          onVerified={(codes) => {
            setShown(codes === null ? null : { is: 'recovery', codes });
            changed();
          }}
          onCancel={close}
          finalFocus={toSection}
        />
      )}
      {shown?.is === 'recovery' && (
        <RecoveryCodesDialog codes={shown.codes} onKept={close} finalFocus={toSection} />
      )}
      {shown?.is === 'renaming' && (
        <RenameDialog
          factor={shown.factor}
          onRename={(name) => rename(shown.factor, name)}
          onCancel={close}
          finalFocus={toSection}
        />
      )}
      {shown?.is === 'removal' && (
        <ConfirmDialog
          destructive
          title={words.removal.question(shown.factor.friendly_name)}
          description={
            factors.length === 1
              ? `${words.removal.consequences} ${words.removal.last}`
              : words.removal.consequences
          }
          confirm={words.removal.confirm}
          cancel={words.removal.cancel}
          onConfirm={() => void remove(shown.factor)}
          onCancel={close}
          finalFocus={toSection}
        />
      )}
      {fresh.waiting !== null && (
        <PasswordDialog act={fresh.waiting} onSettled={fresh.settle} finalFocus={toSection} />
      )}
    </>
  );
}
