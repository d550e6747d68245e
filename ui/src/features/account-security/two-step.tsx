import { useRef } from 'react';
import { KeyRound, Smartphone } from 'lucide-react';
import { Alert } from '../../components/feedback/alert';
import { Button } from '../../components/controls/button';
import { ListStates } from '../../components/lists/list-states';
import { account } from '../../content/account/account';
import { codesLeft } from '../../content/account/auth';
import { passkeysWork } from '../../lib/credentials/passkeys';
import { ActOutcome } from '../../components/feedback/act-outcome';
import type { Factor } from '../../api/factors';
import { dayOf, shortDate } from '../../lib/format';
import { EnrolmentDialog } from './enrolment-dialog';
import { ReauthenticationDialog } from './reauthentication-dialog';
import { RecoveryCodesDialog } from './recovery-codes-dialog';
import { RemovalDialog } from './removal-dialog';
import { RenameDialog } from './rename-dialog';
import { type ExplainSessionEnd, useFactorActs } from './use-factor-acts';

const words = account.factors;

type Props = {
  /** An administrator needs a second factor. */
  required: boolean;
  device: string;
  onChanged(): void;
  explainSessionEnd: ExplainSessionEnd;
};

export function TwoStep({ required, device, onChanged, explainSessionEnd }: Props) {
  const { list, reauthentication, busy, shown, show, outcome, ...acts } = useFactorActs(
    device,
    onChanged,
    explainSessionEnd,
  );
  const section = useRef<HTMLDivElement>(null);
  const toSection = () => section.current;
  const close = () => show(null);

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
        // The content is also shown when there are no rows.
        count={list.data === undefined ? undefined : factors.length + 1}
        onRetry={() => void list.refetch()}
        ref={section}
      >
        {factors.length === 0 ? (
          <>
            <p className="font-semibold">{words.off}</p>
            <p className="mt-2 text-muted">{words.first}</p>
          </>
        ) : (
          <>
            <ul className="divide-y divide-sand-deep border-y border-sand-deep">
              {factors.map((factor) => (
                <FactorRow
                  key={factor.id}
                  factor={factor}
                  busy={busy}
                  onRename={() => show({ is: 'renaming', factor })}
                  onRemove={() => show({ is: 'removal', factor })}
                />
              ))}
            </ul>
            <p className="mt-4 text-muted">{codesLeft(left)}</p>
          </>
        )}
      </ListStates>
      <div className="mt-5 flex flex-wrap gap-3">
        <Button
          variant={factors.length === 0 ? 'primary' : 'secondary'}
          busy={busy}
          onClick={() => void acts.begin()}
        >
          {factors.some(({ factor_type }) => factor_type === 'totp')
            ? words.addAnother
            : words.setUp}
        </Button>
        {passkeysWork() && (
          <Button variant="secondary" busy={busy} onClick={() => void acts.addPasskey()}>
            {words.addPasskey}
          </Button>
        )}
        {factors.length > 0 && (
          <Button variant="secondary" busy={busy} onClick={() => void acts.replaceCodes()}>
            {words.recovery.replace}
          </Button>
        )}
      </div>
      <ActOutcome outcome={outcome} />
      {shown?.is === 'enrolment' && (
        <EnrolmentDialog
          factor={shown.factor}
          isFirst={factors.length === 0}
          onVerified={(codes) => {
            show(codes === null ? null : { is: 'recovery', codes });
            void acts.changed();
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
          onRename={(name) => acts.rename(shown.factor, name)}
          onCancel={close}
          finalFocus={toSection}
        />
      )}
      {shown?.is === 'removal' && (
        <RemovalDialog
          name={shown.factor.friendly_name}
          isLast={factors.length === 1}
          onRemove={() => acts.remove(shown.factor)}
          onCancel={close}
          finalFocus={toSection}
        />
      )}
      {reauthentication.pendingAct !== null && (
        <ReauthenticationDialog
          act={reauthentication.pendingAct}
          onSettled={reauthentication.settle}
          finalFocus={toSection}
        />
      )}
    </>
  );
}

const day = (at: string) => shortDate(dayOf(new Date(at)));

type RowProps = { factor: Factor; busy: boolean; onRename(): void; onRemove(): void };

function FactorRow({ factor, busy, onRename, onRemove }: RowProps) {
  const { friendly_name: name, created_at: added, last_used_at: used } = factor;
  const Icon = factor.factor_type === 'passkey' ? KeyRound : Smartphone;
  const facts = [words.since(day(added)), ...(used === null ? [] : [words.lastUsed(day(used))])];
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-3 py-4">
      <Icon aria-hidden="true" className="size-6 shrink-0" />
      <div className="min-w-40 flex-1">
        <h3 className="font-sans text-base font-semibold wrap-anywhere">{name}</h3>
        <p className="text-sm text-muted">{facts.join(', ')}</p>
      </div>
      <div className="flex gap-2">
        <Button
          variant="secondary"
          size="small"
          busy={busy}
          aria-label={words.renameOf(name)}
          onClick={onRename}
        >
          {words.rename}
        </Button>
        <Button
          variant="secondary"
          size="small"
          busy={busy}
          aria-label={words.removeOf(name)}
          onClick={onRemove}
        >
          {words.remove}
        </Button>
      </div>
    </li>
  );
}
