import { useRef, useState } from 'react';
import { toProblem } from '../../api/errors';
import type { OwnSession } from '../../api/sessions';
import { ActOutcome } from '../../components/feedback/act-outcome';
import { Button } from '../../components/controls/button';
import { ListStates } from '../../components/lists/list-states';
import { account } from '../../content/account/account';
import { useSingleFlight } from '../../lib/hooks/use-single-flight';
import { deviceName } from './device-name';
import { SessionCard } from './session-card';
import { useOwnSessions } from './use-own-sessions';

const words = account.sessions;

type Outcome = { is: 'done' | 'failed'; target: string; message: string };

export function SessionList() {
  const { list, end, endOthers } = useOwnSessions();
  /** One sign-out at a time: all buttons are disabled until it ends. */
  const { busy, run } = useSingleFlight();
  const [ending, setEnding] = useState<string | null>(null);
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const rows = useRef<HTMLDivElement>(null);

  const act = (target: string, request: () => Promise<void>, done: string) =>
    run(async () => {
      setEnding(target);
      setOutcome(null);
      try {
        await request();
        setOutcome({ is: 'done', target, message: done });
        // The row of the pressed button is gone.
        rows.current?.focus({ preventScroll: true });
      } catch (cause) {
        setOutcome({ is: 'failed', target, message: toProblem(cause).message });
      }
    });

  const items = list.data?.items ?? [];
  const currentSession = items.filter(({ current }) => current);
  const others = items.filter(({ current }) => !current);
  const notShown = (list.data?.total ?? 0) - items.length;
  // The outcome already says that there is no other session.
  const endedOthers = outcome?.is === 'done' && outcome.target === 'others';
  const endOne = ({ id, user_agent }: OwnSession) =>
    void act(id, () => end(id), words.ended(deviceName(user_agent)));

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
          onClick={() => void act('others', endOthers, words.endedOthers)}
        >
          {busy && ending === 'others' ? words.signingOutOthers : words.signOutOthers}
        </Button>
      )}
      <ActOutcome outcome={outcome} />
    </ListStates>
  );
}
