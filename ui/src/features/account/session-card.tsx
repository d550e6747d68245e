import { LogOut } from 'lucide-react';
import type { OwnSession } from '../../api/sessions';
import { Button } from '../../components/controls/button';
import { FactList } from '../../components/lists/fact-list';
import { DateTime } from '../../components/text/date-time';
import { StatusBadge } from '../../components/feedback/status-badge';
import { account } from '../../content/account/account';
import { dayOf, longDate, timeOf } from '../../lib/format';
import { deviceName } from './device-name';

const words = account.sessions;

export interface SessionCardProps {
  session: OwnSession;
  busy: boolean;
  onEnd: () => void;
}

export function SessionCard({ session, busy, onEnd }: SessionCardProps) {
  const device = deviceName(session.user_agent);
  // The time distinguishes sessions of one browser on the same day.
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
