/** The answers and the photo of the pending application, below its status and an open request for changes. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import {
  type ApplicationDetail,
  readApplication,
  withdrawApplication,
} from '../../../api/applications';
import { toProblem } from '../../../api/errors';
import { RetryAlert } from '../../../components/feedback/alert';
import { Skeleton } from '../../../components/feedback/skeleton';
import { Card } from '../../../components/layout/card';
import { FactList } from '../../../components/lists/fact-list';
import { application } from '../../../content/membership/application';
import { STEPS } from '../../../content/membership/application-fields';
import { sentApplication as words } from '../../../content/membership/sent-application';
import { season } from '../../../content/membership/season';
import { factsOf } from '../answers';
import { isSeasonClosed } from '../../../session/season';
import { useOwnEmail } from '../../../session/session-state';
import { Button } from '../../../components/controls/button';
import { ConfirmDialog } from '../../../components/dialogs/confirm-dialog';
import { useAct } from '../../../lib/hooks/use-single-flight';

/** Reads nothing without an id. `known` is the application if it is already read. */
export function useSentApplication(id: string | undefined, known: ApplicationDetail | undefined) {
  const cache = useQueryClient();
  const key = ['applications', 'sent', id];
  const query = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => readApplication(id ?? '', signal),
    enabled: id !== undefined,
    initialData: known,
    staleTime: Infinity,
    gcTime: 0,
  });
  const show = (now: ApplicationDetail) => cache.setQueryData(key, now);
  return { ...query, show };
}

type Props = {
  read: ReturnType<typeof useSentApplication>;
  id: string;
  onWithdrawn(): void;
  /** The application is no longer pending, or is gone. */
  onOutdated(): void;
};

export function SentApplication({ read, id, onWithdrawn, onOutdated }: Props) {
  const email = useOwnEmail();
  const { data, error, isFetching, refetch } = read;
  const isOutdated =
    (data !== undefined && data.status !== 'pending') ||
    (error !== null && toProblem(error).status === 404);
  const outdated = useEffectEvent(onOutdated);
  useEffect(() => {
    if (isOutdated) outdated();
  }, [isOutdated]);
  return (
    <section aria-labelledby="sent-heading" className="mt-6">
      <Card>
        <h2 id="sent-heading" className="font-serif text-2xl">
          {words.title}
        </h2>
        <p className="mt-2 text-muted">{words.next(email)}</p>
        <div className="mt-6 space-y-4">
          {data === undefined && isFetching && <Skeleton label={words.loading} lines={8} />}
          {data === undefined && !isFetching && !isOutdated && (
            <RetryAlert retry={words.retry} onRetry={() => void refetch()}>
              {words.failed}
            </RetryAlert>
          )}
          {data !== undefined && <SentAnswers sent={data} />}
        </div>
        <div className="mt-8 border-t border-sand pt-6">
          <Withdrawal id={id} onWithdrawn={onWithdrawn} onOutdated={onOutdated} />
        </div>
      </Card>
    </section>
  );
}

function SentAnswers({ sent }: { sent: ApplicationDetail }) {
  return STEPS.map((step) => (
    <div key={step} className="rounded-lg bg-paper p-4">
      <h3 className="font-semibold">{application.steps[step]}</h3>
      <div className="mt-2">
        <FactList none={words.none} facts={factsOf(step, sent)} />
        {step === 3 && <Photo url={sent.headshot_url} />}
      </div>
    </div>
  ));
}

/** Like a row of the list, but the label is at the top of the photo. */
function Photo({ url }: { url: string | null }) {
  return (
    <dl className="gap-x-6 sm:mt-2 sm:grid sm:grid-cols-[12rem_1fr]">
      <dt className="text-sm text-muted">{application.photo.label}</dt>
      <dd>
        {url === null ? (
          words.noPhoto
        ) : (
          <img
            src={url}
            alt={words.photo}
            className="size-32 rounded-lg border border-sand-deep bg-sand object-cover"
          />
        )}
      </dd>
    </dl>
  );
}

/** Withdraws the pending application after a dialog that says what happens. */
function Withdrawal({ id, onWithdrawn, onOutdated }: Omit<Props, 'read'>) {
  const [asking, setAsking] = useState(false);
  const {
    busy,
    outcome: failure,
    act,
  } = useAct((cause) => {
    const problem = toProblem(cause);
    const isOutdated = problem.code === 'application_already_decided' || problem.status === 404;
    if (!isOutdated) return problem.message;
    setAsking(false);
    onOutdated();
    return null;
  });
  const opener = useRef<HTMLButtonElement>(null);
  // A retry after a lost response is the same request.
  const [key] = useState(() => crypto.randomUUID());

  const withdraw = async () => {
    await withdrawApplication(id, key);
    onWithdrawn();
  };

  return (
    <>
      <Button ref={opener} variant="secondary" onClick={() => setAsking(true)}>
        {words.withdrawal.open}
      </Button>
      {asking && (
        <ConfirmDialog
          destructive
          title={words.withdrawal.question}
          description={isSeasonClosed() ? season.withdrawal : words.withdrawal.consequences}
          confirm={busy ? words.withdrawal.confirming : words.withdrawal.confirm}
          cancel={words.withdrawal.cancel}
          busy={busy}
          failure={failure}
          onConfirm={() => void act(withdraw)}
          onCancel={() => setAsking(false)}
          finalFocus={() => opener.current}
        />
      )}
    </>
  );
}
