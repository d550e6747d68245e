/** /account: what belongs to the signed-in person. A visitor is sent to sign in. */
import { type ReactNode, useEffect } from 'react';
import { Navigate } from 'react-router-dom';
import { PageHeading } from '../../components/page-heading';
import { Skeleton } from '../../components/skeleton';
import { showToast } from '../../components/toast';
import { account } from '../../content/account';
import { paths } from '../../content/pages';
import { AccountSection } from '../../features/account/account-section';
import { OwnDetails } from '../../features/account/own-details';
import { SessionList } from '../../features/account/session-list';
import { AccountUnchecked } from '../../features/signed-in/account-unchecked';
import { RequireRole } from '../../features/signed-in/require-role';
import { sessionBoard } from '../../session/session-board';
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
function useEndedNotice() {
  useEffect(
    () =>
      sessionBoard.subscribe((event) => {
        if (event.type === 'SIGNED_OUT' && !event.asked) showToast(account.sessionEnded);
      }),
    [],
  );
}

function Account() {
  const session = useSession();
  const profile = session.status === 'signed-in' ? session.profile : null;
  return (
    <AccountFrame>
      {profile !== null && (
        <AccountSection title={account.details.title}>
          <OwnDetails profile={profile} />
        </AccountSection>
      )}
      <AccountSection title={account.sessions.title} text={account.sessions.text}>
        <SessionList />
      </AccountSection>
    </AccountFrame>
  );
}

export function AccountPage() {
  useEndedNotice();
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
      visitor={<Navigate to={paths.auth} replace />}
      refused={null}
    >
      {(userId) => <Account key={userId} />}
    </RequireRole>
  );
}
