import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Navigate, useLocation } from 'react-router-dom';
import { PageContents } from '../../components/layout/page-contents';
import { PageHeading } from '../../components/layout/page-heading';
import { Skeleton } from '../../components/feedback/skeleton';
import { showToast } from '../../components/feedback/toast';
import type { ToastMessage } from '../../components/feedback/toast-store';
import { account } from '../../content/account/account';
import { linkedAccounts } from '../../content/account/linked-accounts';
import { ownMembership } from '../../content/account/own-membership';
import { paths } from '../../content/site/pages';
import { AccountDeletion } from '../../features/account/account-deletion';
import { AccountSection } from '../../features/account/account-section';
import { DataCopy } from '../../features/account/data-copy';
import { OwnMembership } from '../../features/account/own-membership';
import { deviceName } from '../../features/account/device-name';
import { signInPath } from '../../content/site/return-address';
import { ChangeNamesForm } from '../../features/auth/profile/change-names-form';
import { SessionList } from '../../features/account/session-list';
import { OWN_SESSIONS } from '../../features/account/use-own-sessions';
import { ChangeEmailForm } from '../../features/auth/profile/change-email-form';
import { ChangePasswordForm } from '../../features/auth/password/change-password-form';
import { LinkedAccounts } from '../../features/account-security/linked-accounts';
import { ReauthenticationDialog } from '../../features/account-security/reauthentication-dialog';
import { TwoStep } from '../../features/account-security/two-step';
import type { ExplainSessionEnd } from '../../features/account-security/use-factor-acts';
import { useReauthentication } from '../../features/account-security/use-reauthentication';
import { useLinkedAccounts } from '../../features/account-security/use-linked-accounts';
import { AccountUnchecked } from '../../features/signed-in/account-unchecked';
import { RequireRole } from '../../features/signed-in/require-role';
import { sessionState } from '../../session/session-state';
import { signOutLocally } from '../../session/session-actions';
import { useSession } from '../../session/use-session';
import { FactList } from '../../components/lists/fact-list';
import { DateTime } from '../../components/text/date-time';
import { useHashTarget } from '../../lib/hooks/use-hash-target';
import type { CurrentUser } from '../../api/users';

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

function DataExport() {
  const reauthentication = useReauthentication();
  const button = useRef<HTMLButtonElement>(null);
  return (
    <>
      <DataCopy ref={button} attempt={reauthentication.attempt} />
      {reauthentication.pendingAct !== null && (
        <ReauthenticationDialog
          act={reauthentication.pendingAct}
          onSettled={reauthentication.settle}
          finalFocus={() => button.current}
        />
      )}
    </>
  );
}

type AccountProps = { userId: string; onDeleted(): void; explainSessionEnd: ExplainSessionEnd };

function Account({ userId, onDeleted, explainSessionEnd }: AccountProps) {
  const session = useSession();
  const queries = useQueryClient();
  const profile = session.status === 'signed-in' ? session.profile : null;
  const rereadSessions = () => void queries.invalidateQueries({ queryKey: OWN_SESSIONS });
  const accounts = useLinkedAccounts();
  useHashTarget();
  const hasProfile = profile !== null;
  const parts = [
    ['details', account.details, hasProfile],
    ['membership', ownMembership, hasProfile],
    ['email', account.email, hasProfile],
    ['password', account.password, true],
    ['two-step', account.factors, hasProfile],
    // Hidden if no provider is configured and none is linked.
    ['other-methods', linkedAccounts, accounts.isOffered],
    ['sessions', account.sessions, true],
    ['data', account.copy, true],
    ['deletion', account.deletion, true],
  ] as const;
  const entries = parts.flatMap(([id, { title }, isShown]) => (isShown ? [{ id, title }] : []));
  return (
    <AccountFrame index={<PageContents label={account.contents} entries={entries} />}>
      {profile !== null && (
        <AccountSection id="details" title={account.details.title}>
          <div className="space-y-6">
            <OwnDetails profile={profile} />
            <ChangeNamesForm profile={profile} />
          </div>
        </AccountSection>
      )}
      {profile !== null && (
        <AccountSection id="membership" title={ownMembership.title}>
          <OwnMembership roles={profile.roles} />
        </AccountSection>
      )}
      {profile !== null && (
        <AccountSection id="email" title={account.email.title} text={account.email.text}>
          <ChangeEmailForm current={profile.email} />
        </AccountSection>
      )}
      <AccountSection id="password" title={account.password.title} text={account.password.text}>
        <ChangePasswordForm onChanged={rereadSessions} />
      </AccountSection>
      {profile !== null && (
        <AccountSection id="two-step" title={account.factors.title} text={account.factors.text}>
          <TwoStep
            device={deviceName(navigator.userAgent)}
            required={profile.second_factor_required}
            onChanged={rereadSessions}
            explainSessionEnd={explainSessionEnd}
          />
        </AccountSection>
      )}
      {accounts.isOffered && (
        <AccountSection id="other-methods" title={linkedAccounts.title} text={linkedAccounts.text}>
          <LinkedAccounts userId={userId} accounts={accounts} />
        </AccountSection>
      )}
      <AccountSection id="sessions" title={account.sessions.title} text={account.sessions.text}>
        <SessionList />
      </AccountSection>
      <AccountSection id="data" title={account.copy.title} text={account.copy.text}>
        <DataExport />
      </AccountSection>
      <AccountSection id="deletion" title={account.deletion.title} text={account.deletion.text}>
        <AccountDeletion onDeleted={onDeleted} />
      </AccountSection>
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

function OwnDetails({ profile }: { profile: CurrentUser }) {
  const { email, since, none } = account.details;
  return (
    <FactList
      none={none}
      facts={[
        [email, profile.email],
        [since, <DateTime key="since" at={profile.created_at} long />],
      ]}
    />
  );
}
