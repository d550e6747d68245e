/** Entries of the audit log in words, newest first. */
import { useRef } from 'react';
import type { AuditAction, AuditEvent, AuditQuery } from '../../../api/admin/users';
import { Button } from '../../../components/controls/button';
import { ListStates } from '../../../components/lists/list-states';
import { DateTime } from '../../../components/text/date-time';
import { admin } from '../../../content/membership/admin';
import { audit as words, sentences, type Told } from '../../../content/membership/audit';
import { useAuditLog } from '../users/queries';

/** Fails to compile if an action of the server has no sentence. */
const known: Readonly<Record<AuditAction, (told: Told) => string>> = sentences;

export function sentenceOf(event: AuditEvent): string {
  const { actor_id, actor_name, action, target_name, detail } = event;
  const who = actor_name ?? (actor_id === null ? words.server : words.deleted);
  const sentence = Object.hasOwn(known, action) ? known[action] : undefined;
  return (
    sentence?.({ who, whom: target_name ?? words.somebody, detail }) ?? words.unknown(who, action)
  );
}

function Entry({ event }: { event: AuditEvent }) {
  const sentence = sentenceOf(event);
  const { reason } = event.detail;
  return (
    <li className="grid gap-x-6 py-2 sm:grid-cols-[11rem_1fr]">
      <span className="text-sm text-muted">
        <DateTime at={event.created_at} withTime />
      </span>
      <div className="min-w-0 wrap-anywhere">
        <p className="font-semibold">{sentence}</p>
        {reason !== undefined && <p className="text-sm">{words.reason(reason)}</p>}
        <details className="text-sm text-muted">
          <summary
            aria-label={words.detailsOf(sentence)}
            className="inline-flex min-h-11 cursor-pointer items-center underline underline-offset-4 md:min-h-6"
          >
            {words.details}
          </summary>
          <pre className="whitespace-pre-wrap">{JSON.stringify(event, null, 2)}</pre>
        </details>
      </div>
    </li>
  );
}

type Props = { query: AuditQuery; onClear?: (() => void) | undefined };

export function AuditEntries({ query, onClear }: Props) {
  const log = useAuditLog(query);
  const events = log.data?.pages.flatMap(({ items }) => items);
  const rows = useRef<HTMLDivElement>(null);
  const state = log.isFetching ? 'loading' : log.isError ? 'failed' : 'ready';
  const more = async () => {
    await log.fetchNextPage();
    // The button disappears with the last page.
    if (document.activeElement === document.body) rows.current?.focus();
  };
  return (
    <>
      <ListStates
        words={{ ...admin.list, ...words }}
        state={state}
        count={events?.length}
        onRetry={() => void (log.data === undefined ? log.refetch() : log.fetchNextPage())}
        onClear={onClear}
        ref={rows}
      >
        <ol className="divide-y divide-sand">
          {events?.map((event) => (
            <Entry key={event.id} event={event} />
          ))}
        </ol>
      </ListStates>
      <div className="flex flex-wrap items-center justify-between gap-4">
        <output className="text-sm text-muted">
          {events !== undefined && events.length > 0 && words.shown(events.length)}
        </output>
        {log.hasNextPage && (
          <Button variant="secondary" busy={log.isFetchingNextPage} onClick={() => void more()}>
            {log.isFetchingNextPage ? words.loadingMore : words.more}
          </Button>
        )}
      </div>
    </>
  );
}
