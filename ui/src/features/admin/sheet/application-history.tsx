/** The actions on an application, oldest first. */
import { useQuery } from '@tanstack/react-query';
import { getApplicationHistory, type ApplicationEvent } from '../../../api/review/applications';
import { Button } from '../../../components/controls/button';
import { DateTime } from '../../../components/text/date-time';
import { Skeleton } from '../../../components/feedback/skeleton';
import { admin } from '../../../content/membership/admin';
import { changeRequests } from '../../../content/membership/change-requests';
import { historyKey } from '../review-cache';

const words = admin.history;

const eventText = (event: ApplicationEvent): string => {
  const { action, change, from_status: from, to_status: to } = event;
  if (change !== null) return changeRequests.history[change];
  if (from === null) return words.submitted;
  const move = words.changed(admin.status[from], admin.status[to]);
  return action === 'undone' ? words.undone(move) : move;
};

export function ApplicationHistory({ id, note }: { id: string; note: string | null }) {
  const {
    data: events,
    isError,
    isFetching,
    refetch,
  } = useQuery({
    queryKey: historyKey(id),
    queryFn: ({ signal }) => getApplicationHistory(id, signal),
  });
  return (
    <section className="break-inside-avoid">
      <h3 className="mb-3 border-b border-sand pb-1 font-serif text-lg">{words.title}</h3>
      {events === undefined &&
        (isError && !isFetching ? (
          <p className="flex flex-wrap items-center gap-3">
            {words.failed}
            <Button
              variant="secondary"
              size="small"
              aria-label={words.retry}
              onClick={() => void refetch()}
            >
              {admin.list.retry}
            </Button>
          </p>
        ) : (
          <Skeleton label={words.loading} lines={2} />
        ))}
      <ol className="space-y-2">
        {events?.map((event) => (
          <li
            key={event.id}
            className="grid gap-x-6 sm:grid-cols-[12rem_1fr] print:grid-cols-[12rem_1fr]"
          >
            <span className="text-sm text-muted">
              <DateTime at={event.created_at} withTime />
            </span>
            <span className="wrap-anywhere">
              <strong className="font-semibold">{eventText(event)}</strong>{' '}
              {words.by(event.actor_name ?? admin.deletedAccount)}
            </span>
          </li>
        ))}
      </ol>
      {note !== null && note !== '' && (
        <div className="mt-4 border-l-4 border-sand-deep pl-4">
          <h4 className="text-sm text-muted">{words.note}</h4>
          <p className="wrap-anywhere whitespace-pre-line">{note}</p>
        </div>
      )}
    </section>
  );
}
