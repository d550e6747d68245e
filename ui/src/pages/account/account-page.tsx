import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Navigate, useLocation } from 'react-router-dom';
import { PageContents } from '../../components/layout/page-contents';
import { PageHeading } from '../../components/layout/page-heading';
import { Skeleton } from '../../components/feedback/skeleton';
import { showToast } from '../../components/feedback/toast';
import type { ToastMessage } from '../../components/feedback/toast-store';
import { account, ownMembership } from '../../content/account/account';
import { linkedAccounts } from '../../content/account/linked-accounts';
import { paths } from '../../content/site/pages';
import { AccountDeletion, DataCopy } from '../../features/account/own-data';
import { OwnMembership } from '../../features/account/own-membership';
import { signInPath } from '../../content/site/return-address';
import { ChangeNamesForm } from '../../features/auth/profile/change-names-form';
import { OWN_SESSIONS, SessionList } from '../../features/account/session-list';
import { ChangeEmailForm } from '../../features/auth/profile/change-email-form';
import { ChangePasswordForm } from '../../features/auth/password/change-password-form';
import { LinkedAccounts, useLinkedAccounts } from '../../features/account/linked-accounts';
import { type ExplainSessionEnd, TwoStep } from '../../features/account/two-step';
import { AccountUnchecked } from '../../features/signed-in/account-unchecked';
import { RequireRole } from '../../features/signed-in/require-role';
import { sessionState, useSession } from '../../session/session-state';
import { signOutLocally } from '../../session/session-actions';
import { FactList } from '../../components/lists/fact-list';
import { DateTime } from '../../components/text/date-time';
import { useHashTarget } from '../../lib/hooks/use-hash-target';
import { Card } from '../../components/layout/card';

/** All states share this frame, so that its heading keeps the focus. */
function AccountFrame({ index, children }: { index?: ReactNode; children: ReactNode }) {
  return (
    <div className="mx-auto grid w-full max-w-3xl gap-x-12 px-5 py-12 sm:px-8 sm:py-16 lg:max-w-6xl lg:grid-cols-[14rem_minmax(0,1fr)] print:block">
      <div className="max-lg:hidden print:hidden">{index}</div>
      <div className="min-w-0">
        <PageHeading lead={account.lead}>{account.title}</PageHeading>
        <div className="mt-8 space-y-6">{children}</div>
      </div>
    </div>
  );
}

/** Explains why a session has ended, unless the user pressed Sign Out. */
function useEndedNotice(): ExplainSessionEnd {
  const why = useRef<ToastMessage>(account.sessionEnded);
  useEffect(
    () =>
      sessionState.subscribe((event) => {
        if (event.type === 'SIGNED_OUT' && !event.asked) showToast(why.current);
      }),
    [],
  );
  return async (words, act) => {
    why.current = words;
    try {
      await act();
    } finally {
      if (why.current === words) why.current = account.sessionEnded;
    }
  };
}

type Part = {
  /** The fragment of links to it. */
  id: string;
  words: { title: string; text?: string };
  content: ReactNode;
};

const { details } = account;

type AccountProps = { userId: string; onDeleted(): void; explainSessionEnd: ExplainSessionEnd };

function Account({ userId, onDeleted, explainSessionEnd }: AccountProps) {
  const session = useSession();
  const queries = useQueryClient();
  const profile = session.status === 'signed-in' ? session.profile : null;
  const rereadSessions = () => void queries.invalidateQueries({ queryKey: OWN_SESSIONS });
  const accounts = useLinkedAccounts();
  useHashTarget();
  // A part without content is hidden.
  const parts: readonly Part[] = [
    {
      id: 'details',
      words: details,
      content: profile && (
        <div className="space-y-6">
          <FactList
            none={details.none}
            facts={[
              [details.email, profile.email],
              [details.since, <DateTime key="since" at={profile.created_at} long />],
            ]}
          />
          <ChangeNamesForm profile={profile} />
        </div>
      ),
    },
    {
      id: 'membership',
      words: ownMembership,
      content: profile && <OwnMembership roles={profile.roles} />,
    },
    {
      id: 'email',
      words: account.email,
      content: profile && <ChangeEmailForm current={profile.email} />,
    },
    {
      id: 'password',
      words: account.password,
      content: <ChangePasswordForm onChanged={rereadSessions} />,
    },
    {
      id: 'two-step',
      words: account.factors,
      content: profile && (
        <TwoStep
          required={profile.second_factor_required}
          onChanged={rereadSessions}
          explainSessionEnd={explainSessionEnd}
        />
      ),
    },
    {
      id: 'other-methods',
      words: linkedAccounts,
      // Hidden if no provider is configured and none is linked.
      content: accounts.isOffered && <LinkedAccounts userId={userId} accounts={accounts} />,
    },
    { id: 'sessions', words: account.sessions, content: <SessionList /> },
    { id: 'data', words: account.copy, content: <DataCopy /> },
    {
      id: 'deletion',
      words: account.deletion,
      content: <AccountDeletion onDeleted={onDeleted} />,
    },
  ];
  const shown = parts.filter(({ content }) => Boolean(content));
  const entries = shown.map(({ id, words }) => ({ id, title: words.title }));
  return (
    <AccountFrame index={<PageContents label={account.contents} entries={entries} />}>
      {shown.map(({ id, words, content }) => (
        <section key={id} aria-labelledby={id}>
          <Card>
            <h2 id={id} tabIndex={-1} className="text-2xl">
              {words.title}
            </h2>
            {words.text !== undefined && <p className="mt-2 text-muted">{words.text}</p>}
            <div className="mt-5">{content}</div>
          </Card>
        </section>
      ))}
    </AccountFrame>
  );
}

export function AccountPage() {
  const explainSessionEnd = useEndedNotice();
  const [isDeleted, setDeleted] = useState(false);
  const location = useLocation();

  const deleted = () => {
    setDeleted(true);
    showToast({ ...account.deletion.done, variant: 'success' });
    void signOutLocally();
  };

  return (
    <RequireRole
      allows={() => true}
      waiting={
        <AccountFrame>
          <Skeleton label={account.loading} lines={6} />
        </AccountFrame>
      }
      unchecked={
        <AccountFrame>
          <AccountUnchecked />
        </AccountFrame>
      }
      visitor={<Navigate to={isDeleted ? paths.home : signInPath(location)} replace />}
      refused={null}
    >
      {(userId) => (
        <Account
          key={userId}
          userId={userId}
          onDeleted={deleted}
          explainSessionEnd={explainSessionEnd}
        />
      )}
    </RequireRole>
  );
}
