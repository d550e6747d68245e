/** The answers and the photo of the pending application, below its status and an open request for changes. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { readApplication, type OwnApplication } from '../../../api/applications';
import { toProblem } from '../../../api/errors';
import { RetryAlert } from '../../../components/feedback/retry-alert';
import { Skeleton } from '../../../components/feedback/skeleton';
import { Card } from '../../../components/layout/card';
import { FactList } from '../../../components/lists/fact-list';
import { application } from '../../../content/membership/application';
import { fieldOf, fieldsOf } from '../../../content/membership/application-fields';
import { sentApplication as words } from '../../../content/membership/sent-application';
import { answerText } from '../../../lib/format';
import { useOwnEmail } from '../../../session/use-session';
import { Withdrawal } from './withdrawal';

const STEPS = [1, 2, 3] as const;

/** Reads nothing without an id. `known` is the application if it is already read. */
export function useSentApplication(id: string | undefined, known: OwnApplication | undefined) {
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
  const show = (now: OwnApplication) => cache.setQueryData(key, now);
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

function SentAnswers({ sent }: { sent: OwnApplication }) {
  return STEPS.map((step) => (
    <div key={step} className="rounded-lg bg-paper p-4">
      <h3 className="font-semibold">{application.steps[step]}</h3>
      <div className="mt-2">
        <FactList
          none={words.none}
          facts={fieldsOf(step).map((name) => {
            const { label, kind } = fieldOf(name);
            return [label, answerText(sent[name], kind)];
          })}
        />
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
