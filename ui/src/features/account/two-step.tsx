import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { KeyRound, Smartphone } from 'lucide-react';
import { failed } from '../../api/errors';
import {
  createRecoveryCodes,
  type EnrolledApp,
  type EnrolledPasskey,
  enrolApp,
  enrolPasskey,
  type Factor,
  listFactors,
  removeFactor,
  renameFactor,
  verifyPasskey,
} from '../../api/factors';
import type { Credential } from '../../api/sessions';
import type { ToastMessage } from '../../components/feedback/toast-store';
import { ActOutcome, Alert } from '../../components/feedback/alert';
import { Button } from '../../components/controls/button';
import { ListStates } from '../../components/lists/list-states';
import { account } from '../../content/account/account';
import { codesLeft } from '../../content/account/auth';
import { PasskeyError, createPasskey, passkeysWork } from '../../lib/credentials/passkeys';
import { useAct } from '../../lib/hooks/use-single-flight';
import { profileChanged } from '../../session/session-actions';
import { deviceName } from './device-name';
import { Reauthentication, useReauthentication } from './use-reauthentication';
import { dayOf, shortDate } from '../../lib/format';
import {
  EnrolmentDialog,
  RecoveryCodesDialog,
  RemovalDialog,
  RenameDialog,
} from './factor-dialogs';

const words = account.factors;
const OWN_FACTORS = ['own-factors'] as const;

type Shown =
  | { is: 'enrolment'; factor: EnrolledApp }
  | { is: 'recovery'; codes: readonly string[] }
  | { is: 'renaming'; factor: Factor }
  | { is: 'removal'; factor: Factor };

type Outcome = { is: 'done' | 'failed'; message: string };

/** Runs an action. If the action ends this session, the words explain why. */
export type ExplainSessionEnd = (words: ToastMessage, act: () => Promise<void>) => Promise<void>;

type Props = {
  /** An administrator needs a second factor. */
  required: boolean;
  onChanged(): void;
  explainSessionEnd: ExplainSessionEnd;
};

export function TwoStep({ required, onChanged, explainSessionEnd }: Props) {
  const queries = useQueryClient();
  const list = useQuery({
    queryKey: OWN_FACTORS,
    queryFn: ({ signal }) => listFactors(signal),
  });
  const section = useRef<HTMLDivElement>(null);
  const toSection = () => section.current;
  const { attempt, asked } = useReauthentication();
  const [shown, show] = useState<Shown | null>(null);
  const { busy, outcome, setOutcome, act } = useAct<Outcome>(failed);

  /** Fetches the factors and the profile again, because the roles or the session may have changed. */
  const changed = async (): Promise<void> => {
    onChanged();
    await Promise.all([queries.invalidateQueries({ queryKey: OWN_FACTORS }), profileChanged()]);
  };

  const recently = (operation: () => Promise<void>) => void act(() => attempt(operation));

  const begin = () => recently(async () => show({ is: 'enrolment', factor: await enrolApp() }));

  const addPasskey = () => {
    const name = words.passkey.name(deviceName(navigator.userAgent));
    // Kept for the retry after re-authentication, because the device creates the passkey once.
    let enrolled: EnrolledPasskey | undefined;
    let credential: Credential | undefined;
    recently(async () => {
      try {
        enrolled ??= await enrolPasskey(name);
        credential ??= await createPasskey(enrolled.options);
        const codes = await verifyPasskey(enrolled, credential);
        if (codes === null) setOutcome({ is: 'done', message: words.passkey.added(name) });
        else show({ is: 'recovery', codes });
        void changed();
      } catch (cause) {
        if (!(cause instanceof PasskeyError)) throw cause;
        setOutcome({ is: 'failed', message: words.passkey.faults[cause.fault] });
      }
    });
  };

  const replaceCodes = () =>
    recently(async () => {
      show({ is: 'recovery', codes: await createRecoveryCodes() });
      void changed();
    });

  const remove = async ({ id, friendly_name: name }: Factor) => {
    setOutcome(null);
    await attempt(async () => {
      await removeFactor(id);
      setOutcome({ is: 'done', message: words.removed(name) });
      // This also ends the session if it was signed in with this factor.
      void explainSessionEnd(words.removedHere(name), changed);
    });
    show(null);
  };

  const rename = async ({ id }: Factor, name: string) => {
    await attempt(async () => {
      await renameFactor(id, name);
      void changed();
    });
    show(null);
  };

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
          onClick={begin}
        >
          {factors.some(({ factor_type }) => factor_type === 'totp')
            ? words.addAnother
            : words.setUp}
        </Button>
        {passkeysWork() && (
          <Button variant="secondary" busy={busy} onClick={addPasskey}>
            {words.addPasskey}
          </Button>
        )}
        {factors.length > 0 && (
          <Button variant="secondary" busy={busy} onClick={replaceCodes}>
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
            void changed();
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
        <RemovalDialog
          name={shown.factor.friendly_name}
          isLast={factors.length === 1}
          onRemove={() => remove(shown.factor)}
          onCancel={close}
          finalFocus={toSection}
        />
      )}
      <Reauthentication asked={asked} finalFocus={toSection} />
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
