/** What the dialog shows of an application, for screen and print: every answer, the acts on it, and its mails. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useRef } from 'react';
import {
  type ApplicationEvent,
  type ApplicationMessage,
  getApplicationHistory,
  type ReviewedApplication,
  retryMessage,
} from '../../../api/review/applications';
import { Button } from '../../../components/controls/button';
import { Skeleton } from '../../../components/feedback/skeleton';
import { StatusBadge } from '../../../components/feedback/status-badge';
import { showToast } from '../../../components/feedback/toast';
import { FactList } from '../../../components/lists/fact-list';
import { DateTime } from '../../../components/text/date-time';
import { Marked } from '../../../components/text/marked';
import { admin } from '../../../content/membership/admin';
import { application as words } from '../../../content/membership/application';
import {
  fieldOf,
  fieldsOf,
  type FieldName,
  isPersonal,
  type PersonalName,
  STEPS,
} from '../../../content/membership/application-fields';
import { type ChangeableName, changeRequests } from '../../../content/membership/change-requests';
import { reviewDesk } from '../../../content/membership/review';
import { useSingleFlight } from '../../../lib/hooks/use-single-flight';
import { foundPieces } from '../../../lib/found-words';
import { answerText } from '../../../lib/format';
import { nameOf } from '../application';
import { detailKey, historyKey } from '../review-cache';

const { detail } = admin;

const isText = (field: FieldName): boolean => fieldOf(field).kind === 'text';

type Shown = Exclude<FieldName, PersonalName>;

type Props = {
  application: ReviewedApplication;
  changed: ReadonlySet<ChangeableName>;
  /** The words of the search, which are marked in the experience. */
  search: string;
};

/** Everything but the personal data. Long texts come first. */
export function ApplicationSheet({ application, changed, search }: Props) {
  const answer = (field: Shown) => {
    const { label, kind } = fieldOf(field);
    const text = answerText(application[field], kind);
    const shown =
      text !== undefined && isText(field) ? (
        <Marked key={field} pieces={foundPieces(text, search)} as="mark" />
      ) : (
        text
      );
    return [label, changed.has(field) ? <Changed key={field} text={shown} /> : shown] as const;
  };
  return (
    <div className="space-y-6">
      {STEPS.map((step) => {
        const fields = fieldsOf(step).filter((field): field is Shown => !isPersonal(field));
        const facts = fields.filter((field) => !isText(field)).map(answer);
        return (
          <section key={step} className="break-inside-avoid">
            <h3 className="mb-3 border-b border-sand pb-1 font-serif text-lg">
              {words.steps[step]}
            </h3>
            {fields.filter(isText).map((field) => {
              const [label, text] = answer(field);
              return (
                <dl key={field} className="mb-5">
                  <dt className="text-sm text-muted">{label}</dt>
                  <dd className="mt-1 max-w-[65ch] text-lg leading-relaxed wrap-anywhere whitespace-pre-line">
                    {text ?? detail.none}
                  </dd>
                </dl>
              );
            })}
            <FactList facts={facts} none={detail.none} />
          </section>
        );
      })}
    </div>
  );
}

export function Changed({ text }: { text: ReactNode }) {
  return (
    <>
      <span>{text ?? detail.none}</span>{' '}
      <StatusBadge tone="waiting">{changeRequests.comparison.mark}</StatusBadge>
    </>
  );
}

const eventText = (event: ApplicationEvent): string => {
  const { action, change, from_status: from, to_status: to } = event;
  if (change !== null) return changeRequests.history[change];
  if (from === null) return admin.history.submitted;
  const move = admin.history.changed(admin.status[from], admin.status[to]);
  return action === 'undone' ? admin.history.undone(move) : move;
};

/** Oldest first. */
export function ApplicationHistory({ application }: { application: ReviewedApplication }) {
  const { id, user_id, note } = application;
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
      <h3 className="mb-3 border-b border-sand pb-1 font-serif text-lg">{admin.history.title}</h3>
      {events === undefined &&
        (isError && !isFetching ? (
          <p className="flex flex-wrap items-center gap-3">
            {admin.history.failed}
            <Button
              variant="secondary"
              size="small"
              aria-label={admin.history.retry}
              onClick={() => void refetch()}
            >
              {admin.list.retry}
            </Button>
          </p>
        ) : (
          <Skeleton label={admin.history.loading} lines={2} />
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
              {admin.history.by(
                event.actor_id === user_id
                  ? nameOf(application)
                  : (event.actor_name ?? admin.deletedAccount),
              )}
            </span>
          </li>
        ))}
      </ol>
      {note && (
        <div className="mt-4 border-l-4 border-sand-deep pl-4">
          <h4 className="text-sm text-muted">{admin.history.note}</h4>
          <p className="wrap-anywhere whitespace-pre-line">{note}</p>
        </div>
      )}
    </section>
  );
}

const { messages: mails } = reviewDesk;
const tones = { queued: 'waiting', sent: 'good', failed: 'bad' } as const;

const FIRST_CHECK_MS = 3_000;
const LAST_CHECK_MS = 60_000;

/** How long to wait before a waiting mail is looked at again, and longer each time. */
export const nextCheck = (application: ReviewedApplication | undefined, looks: number) =>
  application?.messages?.some(({ state }) => state === 'queued') === true &&
  Math.min(LAST_CHECK_MS, FIRST_CHECK_MS * 2 ** Math.max(0, looks - 1));

const mailName = ({ template }: ApplicationMessage) => mails.templates[template] ?? template;

type MessagesProps = { id: string } & Required<Pick<ReviewedApplication, 'messages'>>;

/** Whether each mail about the application was sent, is waiting or failed. */
export function ApplicationMessages({ id, messages }: MessagesProps) {
  const cache = useQueryClient();
  const { busy, run } = useSingleFlight();
  const section = useRef<HTMLElement>(null);
  if (messages.length === 0) return null;

  const retry = (message: ApplicationMessage) =>
    run(async () => {
      try {
        await retryMessage(message.id, crypto.randomUUID());
        showToast({ title: mails.retried, variant: 'success' });
        // The button disappears.
        section.current?.focus();
      } catch {
        showToast({ title: mails.retryFailed, variant: 'destructive' });
      }
      await cache.invalidateQueries({ queryKey: detailKey(id), exact: true });
    });

  return (
    <section ref={section} tabIndex={-1} data-print="hide">
      <h3 className="mb-3 border-b border-sand pb-1 font-serif text-lg">{mails.title}</h3>
      <ul className="space-y-2">
        {messages.map((message) => (
          <li key={message.id} className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <span className="min-w-48 wrap-anywhere">{mailName(message)}</span>
            <StatusBadge tone={tones[message.state]}>{mails.states[message.state]}</StatusBadge>
            <span className="text-sm text-muted">
              <DateTime at={message.at} withTime />
              {message.state === 'sent' && <span>{`, ${mails.sentMeans}`}</span>}
            </span>
            {message.state === 'failed' && (
              <Button
                variant="secondary"
                size="small"
                className="max-sm:min-h-11"
                busy={busy}
                aria-label={mails.retryOf(mailName(message))}
                onClick={() => void retry(message)}
              >
                {mails.retry}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
