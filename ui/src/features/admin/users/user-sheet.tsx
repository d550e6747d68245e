/** One account in a side sheet, which has a URL: facts, roles, acts and history. */
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import {
  changeUser,
  resendVerification,
  type UserAct,
  type UserDetail,
} from '../../../api/admin/users';
import { codeOf, messageOf, toProblem } from '../../../api/errors';
import { Button } from '../../../components/controls/button';
import { SideSheet } from '../../../components/dialogs/side-sheet';
import { Alert, RetryAlert } from '../../../components/feedback/alert';
import { Skeleton } from '../../../components/feedback/skeleton';
import { StatusBadge } from '../../../components/feedback/status-badge';
import { showToast } from '../../../components/feedback/toast';
import { FactList } from '../../../components/lists/fact-list';
import { DateTime } from '../../../components/text/date-time';
import { admin } from '../../../content/membership/admin';
import { userActs, users } from '../../../content/membership/users';
import { paths } from '../../../content/site/pages';
import { useSingleFlight } from '../../../lib/hooks/use-single-flight';
import { useSession } from '../../../session/session-state';
import { nameOf } from '../application';
import { AuditEntries } from '../audit/audit-entries';
import { ActDialog, roleIn } from './act-dialog';
import { USERS, useUser } from './queries';

const { sheet: words, list } = users;
const ROLES = Object.keys(users.roles) as (keyof typeof users.roles)[];
const tones = { active: 'good', unverified: 'waiting', disabled: 'bad' } as const;

export const StateBadge = ({ state }: Pick<UserDetail, 'state'>) => (
  <StatusBadge tone={tones[state]}>{users.states[state]}</StatusBadge>
);

export const applicationPath = (id: string) => `${paths.admin}?application=${id}`;

/** Asks for a recent authentication if an act needs one. The page gives it, because it is another feature. */
export interface Proof {
  attempt(act: () => Promise<void>): Promise<void>;
  dialog(finalFocus: () => HTMLElement | null): ReactNode;
}

type Props = { id: string; proof: Proof; onClose(): void; finalFocus(): HTMLElement | null };

export function UserSheet({ id, proof, onClose, finalFocus }: Props) {
  const { data, error, isFetching, refetch } = useUser(id);
  const content = useRef<HTMLDivElement>(null);
  const failure = isFetching || error === null ? null : toProblem(error);
  const isMissing = failure?.status === 404;
  const name = data === undefined ? words.untitled : nameOf(data);
  return (
    <SideSheet
      onClose={onClose}
      title={name}
      about={
        data && (
          <>
            <p className="mb-1 wrap-anywhere text-muted">{data.email}</p>
            <StateBadge state={data.state} />
          </>
        )
      }
      label={words.content}
      content={content}
      finalFocus={finalFocus}
    >
      <div className="space-y-6">
        {data === undefined && isFetching && <Skeleton label={words.loading} lines={8} />}
        {failure !== null && (
          <RetryAlert
            retry={admin.list.retry}
            onRetry={isMissing ? undefined : () => void refetch()}
          >
            {isMissing ? words.missing : words.failed}
          </RetryAlert>
        )}
        {data !== undefined && !isMissing && (
          <Account user={data} proof={proof} toContent={() => content.current} />
        )}
      </div>
    </SideSheet>
  );
}

const AuditLink = ({ to, children }: { to: string; children: ReactNode }) => (
  <Link
    to={`${paths.admin}?tab=audit&${to}`}
    className="inline-flex min-h-11 items-center underline underline-offset-4"
  >
    {children}
  </Link>
);

const Part = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className="space-y-3">
    <h3 className="border-b border-sand pb-1 font-serif text-lg">{title}</h3>
    {children}
  </section>
);

function facts(user: UserDetail) {
  const at = (time: string | null) => time && <DateTime key={time} at={time} withTime />;
  const isUnverified = user.state === 'unverified';
  const since = isUnverified ? words.signedUp : words.joined;
  const rows: (readonly [string, ReactNode])[] = [[since, at(user.created_at)]];
  if (isUnverified) return rows;
  if (user.disabled_at !== null) rows.push([words.disabledSince, at(user.disabled_at)]);
  rows.push(
    [words.signedIn, at(user.last_sign_in_at) ?? list.never],
    [words.sessions, words.devices(user.sessions)],
    [words.factors, user.factors.map((kind) => users.factors[kind]).join(', ') || list.none],
  );
  const applications = user.applications.map(({ id, status }) => (
    <li key={id}>
      <Link
        to={applicationPath(id)}
        className="inline-flex min-h-11 items-center underline underline-offset-4 md:min-h-0"
      >
        {admin.status[status]}
      </Link>
    </li>
  ));
  const linked = applications.length > 0 ? <ul key="linked">{applications}</ul> : list.none;
  rows.push([words.applications, linked]);
  return rows;
}

type ButtonProps = { act: UserAct; name: string; busy: boolean; onPress(act: UserAct): void };

const ActButton = ({ act, name, busy, onPress }: ButtonProps) => (
  <Button
    variant={act.is === 'disable' || act.is === 'removeFactors' ? 'destructive' : 'secondary'}
    size="small"
    className="min-h-11"
    busy={busy}
    aria-label={userActs[act.is].what(name, roleIn(act))}
    onClick={() => onPress(act)}
  >
    {userActs[act.is].button}
  </Button>
);

type AccountProps = { user: UserDetail; proof: Proof; toContent(): HTMLElement | null };

function Account({ user, proof, toContent }: AccountProps) {
  const cache = useQueryClient();
  const session = useSession();
  const isOwn = session.status === 'signed-in' && session.session.user.id === user.id;
  const name = nameOf(user);
  const [shown, show] = useState<UserAct | null>(null);
  // A repetition after a lost response must not send a second mail.
  const [resendKey, setResendKey] = useState(() => crypto.randomUUID());
  const { busy, run } = useSingleFlight();

  /** What the account is now may explain a failure, or show that only the response was lost. */
  const attempt = (request: () => Promise<unknown>, done: string) =>
    run(() =>
      proof.attempt(async () => {
        try {
          await request();
          showToast({ title: done, variant: 'success' });
          toContent()?.focus();
        } catch (cause) {
          if (codeOf(cause) === 'reauthentication_required') throw cause;
          const title = messageOf(toProblem(cause), users.limited);
          showToast({ title, description: users.again, variant: 'destructive' });
        }
        await cache.invalidateQueries({ queryKey: USERS });
      }),
    );

  const confirm = async (chosen: UserAct, reason: string) => {
    const done = userActs[chosen.is].done(name, roleIn(chosen));
    await attempt(() => changeUser(user.id, chosen, reason), done);
    show(null);
  };

  const resend = () =>
    attempt(async () => {
      await resendVerification(user.id, resendKey);
      setResendKey(crypto.randomUUID());
    }, users.resend.done(name));

  const acting = { name, busy, onPress: show };

  return (
    <>
      <FactList facts={facts(user)} none={list.none} />
      {user.state === 'unverified' ? (
        <Part title={words.accountTitle}>
          <p>{words.unverified}</p>
          <Button variant="secondary" busy={busy} onClick={() => void resend()}>
            {users.resend.button}
          </Button>
        </Part>
      ) : (
        <>
          <Part title={words.rolesTitle}>
            {isOwn && <Alert>{words.ownRoles}</Alert>}
            <ul className="divide-y divide-sand">
              {ROLES.map((role) => {
                const has = user.roles.includes(role);
                return (
                  <li key={role} className="flex min-h-13 items-center justify-between gap-3 py-1">
                    <span>
                      <span className={has ? 'font-semibold' : ''}>{users.roles[role]}</span>
                      {has && <span className="block text-sm text-muted">{words.hasRole}</span>}
                    </span>
                    {!isOwn && (
                      <ActButton act={{ is: has ? 'revoke' : 'grant', role }} {...acting} />
                    )}
                  </li>
                );
              })}
            </ul>
          </Part>
          <Part title={words.accountTitle}>
            {isOwn ? (
              <>
                <p>{words.ownAccount}</p>
                <Link to={paths.account} className="underline underline-offset-4">
                  {words.toOwnAccount}
                </Link>
              </>
            ) : (
              <div className="flex flex-wrap gap-3">
                {user.sessions > 0 && <ActButton act={{ is: 'endSessions' }} {...acting} />}
                {user.factors.length > 0 && <ActButton act={{ is: 'removeFactors' }} {...acting} />}
                <ActButton
                  act={{ is: user.state === 'disabled' ? 'enable' : 'disable' }}
                  {...acting}
                />
              </div>
            )}
          </Part>
        </>
      )}
      <Part title={words.history}>
        <AuditEntries query={{ about: user.id, limit: 10 }} />
        <p className="flex flex-wrap gap-x-6">
          <AuditLink to={`about=${user.id}`}>{words.allAbout}</AuditLink>
          <AuditLink to={`actor=${user.id}`}>{words.allDone}</AuditLink>
        </p>
      </Part>
      {shown !== null && (
        <ActDialog
          act={shown}
          name={name}
          busy={busy}
          onConfirm={(reason) => void confirm(shown, reason)}
          onCancel={() => show(null)}
          finalFocus={toContent}
        />
      )}
      <div className="contents">{proof.dialog(toContent)}</div>
    </>
  );
}
