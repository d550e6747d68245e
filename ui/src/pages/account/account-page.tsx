/** /account: what belongs to the signed-in person. A visitor is sent to sign in. */
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Navigate } from 'react-router-dom';
import { PageHeading } from '../../components/page-heading';
import { Skeleton } from '../../components/skeleton';
import { showToast } from '../../components/toast';
import type { ToastMessage } from '../../components/toast-store';
import { account } from '../../content/account/account';
import { linkedAccounts } from '../../content/account/linked-accounts';
import { paths } from '../../content/site/pages';
import { AccountDeletion } from '../../features/account/account-deletion';
import { AccountSection } from '../../features/account/account-section';
import { DataCopy } from '../../features/account/data-copy';
import { deviceName } from '../../features/account/device-name';
import { ChangeNamesForm } from '../../features/auth/change-names-form';
import { OwnDetails } from '../../features/account/own-details';
import { SessionList } from '../../features/account/session-list';
import { OWN_SESSIONS } from '../../features/account/use-own-sessions';
import { ChangeEmailForm } from '../../features/auth/change-email-form';
import { ChangePasswordForm } from '../../features/auth/change-password-form';
import { LinkedAccounts } from '../../features/ways-in/linked-accounts';
import { PasswordDialog } from '../../features/ways-in/password-dialog';
import { TwoStep } from '../../features/ways-in/two-step';
import type { Explaining } from '../../features/ways-in/use-factor-acts';
import { useFresh } from '../../features/ways-in/use-fresh';
import { useLinkedAccounts } from '../../features/ways-in/use-linked-accounts';
import { AccountUnchecked } from '../../features/signed-in/account-unchecked';
import { RequireRole } from '../../features/signed-in/require-role';
import { sessionBoard } from '../../session/session-board';
import { leave } from '../../session/sign-out';
import { useSession } from '../../session/use-session';

/** The same while the session loads and afterwards, so that its heading keeps the focus. */
function AccountFrame({ children }: { children: ReactNode }) {
  return (
    <div className="mx-auto w-full max-w-3xl px-5 py-12 sm:py-16">
      <PageHeading lead={account.lead}>{account.title}</PageHeading>
      <div className="mt-8 space-y-6">{children}</div>
    </div>
  );
}

/** Being led to the sign-in form needs a word of explanation; a pressed Sign Out does not. */
function useEndedNotice(): Explaining {
  const why = useRef<ToastMessage>(account.sessionEnded);
  useEffect(
    () =>
      sessionBoard.subscribe((event) => {
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

function OwnCopy() {
  const fresh = useFresh();
  const button = useRef<HTMLButtonElement>(null);
  return (
    <>
      <DataCopy ref={button} attempt={fresh.attempt} />
      {fresh.waiting !== null && (
        <PasswordDialog
          act={fresh.waiting}
          onSettled={fresh.settle}
          finalFocus={() => button.current}
        />
      )}
    </>
  );
}

/** Where the site is set up with providers, or was when one was linked. */
function OtherWaysIn({ userId }: { userId: string }) {
  const accounts = useLinkedAccounts();
  if (!accounts.isOffered) return null;
  return (
    <AccountSection title={linkedAccounts.title} text={linkedAccounts.text}>
      <LinkedAccounts userId={userId} accounts={accounts} />
    </AccountSection>
  );
}

type AccountProps = { userId: string; onDeleted(): void; explaining: Explaining };

function Account({ userId, onDeleted, explaining }: AccountProps) {
  const session = useSession();
  const queries = useQueryClient();
  const profile = session.status === 'signed-in' ? session.profile : null;
  const rereadSessions = () => void queries.invalidateQueries({ queryKey: OWN_SESSIONS });
  return (
    <AccountFrame>
      {profile !== null && (
        <AccountSection title={account.details.title}>
          <div className="space-y-6">
            <OwnDetails profile={profile} />
            <ChangeNamesForm profile={profile} />
          </div>
        </AccountSection>
      )}
      {profile !== null && (
        <AccountSection title={account.email.title} text={account.email.text}>
          <ChangeEmailForm present={profile.email} />
        </AccountSection>
      )}
      <AccountSection title={account.password.title} text={account.password.text}>
        <ChangePasswordForm onChanged={rereadSessions} />
      </AccountSection>
      {profile !== null && (
        <AccountSection id="two-step" title={account.factors.title} text={account.factors.text}>
          <TwoStep
            device={deviceName(navigator.userAgent)}
            required={profile.second_factor_required}
            onChanged={rereadSessions}
            explaining={explaining}
          />
        </AccountSection>
      )}
      <OtherWaysIn userId={userId} />
      <AccountSection title={account.sessions.title} text={account.sessions.text}>
        <SessionList />
      </AccountSection>
      <AccountSection title={account.copy.title} text={account.copy.text}>
        <OwnCopy />
      </AccountSection>
      <AccountSection title={account.deletion.title} text={account.deletion.text}>
        <AccountDeletion onDeleted={onDeleted} />
      </AccountSection>
    </AccountFrame>
  );
}

export function AccountPage() {
  const explaining = useEndedNotice();
  const [isDeleted, setDeleted] = useState(false);

  const deleted = () => {
    setDeleted(true);
    showToast({ ...account.deletion.done, variant: 'success' });
    void leave();
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
      visitor={<Navigate to={isDeleted ? paths.home : paths.auth} replace />}
      refused={null}
    >
      {(userId) => (
        <Account key={userId} userId={userId} onDeleted={deleted} explaining={explaining} />
      )}
    </RequireRole>
  );
}
