import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { LogOut } from 'lucide-react';
import { failed } from '../../api/errors';
import {
  endOtherSessions,
  endSession,
  listSessions,
  type OwnSession,
  type OwnSessionPage,
} from '../../api/sessions';
import { ActOutcome } from '../../components/feedback/alert';
import { Button } from '../../components/controls/button';
import { ListStates } from '../../components/lists/list-states';
import { account } from '../../content/account/account';
import { useAct } from '../../lib/hooks/use-single-flight';
import { FactList } from '../../components/lists/fact-list';
import { DateTime } from '../../components/text/date-time';
import { StatusBadge } from '../../components/feedback/status-badge';
import { dayOf, longDate, timeOf } from '../../lib/format';
import { deviceName } from './device-name';

const words = account.sessions;

export const OWN_SESSIONS = ['own-sessions'] as const;
/** The server's page size limit. */
const MAX_SESSIONS = 100;

type Outcome = { is: 'done' | 'failed'; message: string };

export function SessionList() {
  const queries = useQueryClient();
  const list = useQuery({
    queryKey: OWN_SESSIONS,
    queryFn: ({ signal }) => listSessions(MAX_SESSIONS, signal),
  });

  /** Removes ended sessions immediately, even if the list cannot be fetched again. */
  const keepOnly = async (stays: (session: OwnSession) => boolean) => {
    await queries.cancelQueries({ queryKey: OWN_SESSIONS });
    queries.setQueryData<OwnSessionPage>(OWN_SESSIONS, (page) => {
      if (page === undefined) return undefined;
      const items = page.items.filter(stays);
      return { ...page, items, total: page.total - (page.items.length - items.length) };
    });
    void queries.invalidateQueries({ queryKey: OWN_SESSIONS });
  };

  /** Only one sign-out runs at a time: all buttons are disabled until it ends. */
  const [target, setTarget] = useState<string | null>(null);
  const { busy, outcome, act } = useAct<Outcome>(failed);
  const rows = useRef<HTMLDivElement>(null);

  const end = (
    pressed: string,
    request: () => Promise<void>,
    stays: (session: OwnSession) => boolean,
    message: string,
  ) => {
    void act(async () => {
      setTarget(pressed);
      await request();
      await keepOnly(stays);
      // The row with the pressed button has been removed.
      rows.current?.focus({ preventScroll: true });
      return { is: 'done', message };
    });
  };

  const items = list.data?.items ?? [];
  const currentSession = items.filter(({ current }) => current);
  const others = items.filter(({ current }) => !current);
  const notShown = (list.data?.total ?? 0) - items.length;
  // The outcome already states that there is no other session.
  const endedOthers = outcome?.is === 'done' && target === 'others';
  const endOne = ({ id, user_agent }: OwnSession) =>
    end(
      id,
      () => endSession(id),
      (session) => session.id !== id,
      words.ended(deviceName(user_agent)),
    );

  return (
    <ListStates
      words={words.list}
      state={list.isFetching ? 'loading' : list.isError ? 'failed' : 'ready'}
      count={list.data?.items.length}
      onRetry={() => void list.refetch()}
      ref={rows}
    >
      <ul className="divide-y divide-sand-deep border-y border-sand-deep">
        {[...currentSession, ...others].map((session) => (
          <li key={session.id} className="py-4">
            <SessionCard session={session} busy={busy} onEnd={() => endOne(session)} />
          </li>
        ))}
      </ul>
      {notShown > 0 && <p className="mt-3 text-muted">{words.more(notShown)}</p>}
      {others.length === 0 && !endedOthers && <p className="mt-4 text-muted">{words.onlyHere}</p>}
      {others.length > 0 && (
        <Button
          variant="secondary"
          className="mt-5"
          busy={busy}
          onClick={() =>
            end('others', endOtherSessions, ({ current }) => current, words.endedOthers)
          }
        >
          {busy && target === 'others' ? words.signingOutOthers : words.signOutOthers}
        </Button>
      )}
      <ActOutcome outcome={outcome} />
    </ListStates>
  );
}

type CardProps = { session: OwnSession; busy: boolean; onEnd(): void };

function SessionCard({ session, busy, onEnd }: CardProps) {
  const device = deviceName(session.user_agent);
  // The time distinguishes sessions of the same browser on the same day.
  const since = new Date(session.created_at);
  const when = `${longDate(dayOf(since))}, ${timeOf(since)}`;
  return (
    <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
      <div className="min-w-0 flex-1 basis-60">
        <h3 className="mb-2 flex flex-wrap items-center gap-x-3 gap-y-1 font-sans text-base font-semibold">
          <span>{device}</span>
          {session.current && <StatusBadge tone="good">{words.current}</StatusBadge>}
        </h3>
        <FactList
          none={words.unknown}
          facts={[
            [words.since, <DateTime key="since" at={session.created_at} withTime />],
            [
              words.how,
              session.amr.map(({ method }) => words.methods[method]).join(', ') || undefined,
            ],
            [words.lastUsed, <DateTime key="used" at={session.last_used_at} withTime />],
            [words.network, session.ip_prefix ?? undefined],
          ]}
        />
      </div>
      {!session.current && (
        <Button
          size="small"
          variant="secondary"
          aria-label={words.signOutOf(device, when)}
          busy={busy}
          onClick={onEnd}
        >
          <LogOut aria-hidden="true" className="size-4" />
          {words.signOut}
        </Button>
      )}
    </div>
  );
}
