/**
 * /auth: the forms for visitors. A signed-in user is sent back to the address in the query, sees the membership dialog, or is
 * sent to the home page.
 */
import { useEffect, useState } from 'react';
import { Navigate, useLocation, useNavigate } from 'react-router-dom';
import { pages, paths, SIGN_UP } from '../../content/site/pages';
import { Card } from '../../components/layout/card';
import { PageHeading } from '../../components/layout/page-heading';
import { Skeleton } from '../../components/feedback/skeleton';
import { showToast } from '../../components/feedback/toast';
import { currentToasts } from '../../components/feedback/toast-store';
import { auth } from '../../content/account/auth';
import { documentTitle } from '../../content/site/screens';
import { AuthForms, type AuthTab } from '../../features/auth/auth-forms';
import { returnAddress } from '../../content/site/return-address';
import { usePrefilledEmail } from '../../features/auth/recovery/use-prefilled-email';
import { isPromptDismissed, MembershipDialog } from '../../features/auth/membership-dialog';
import { NotStored } from '../../features/signed-in/not-stored';
import { AccountUnchecked, Waiting } from '../../features/signed-in/account-unchecked';
import { countsAsMember, isApplicant, type Roles } from '../../session/roles';
import { useSession } from '../../session/use-session';

const toApplication = { label: auth.signIn.toApplication, to: paths.apply };

type Known = Roles | 'loading' | 'unknown';

/** Whether the dialog opens is decided once, so that checking its checkbox does not close it. */
function SignedIn({ roles, isNew }: { roles: Roles; isNew: boolean }) {
  const navigate = useNavigate();
  const back = returnAddress(useLocation().search);
  const [prompts] = useState(() => back === null && !countsAsMember(roles) && !isPromptDismissed());
  // For applicants who have dismissed the dialog permanently.
  const leadsOn =
    isNew && back === null && !prompts && isApplicant(roles) && !countsAsMember(roles);
  useEffect(() => {
    // A toast about a recovery code has a link already.
    if (leadsOn && !currentToasts().some(({ action }) => action !== undefined))
      showToast({ ...auth.signIn.welcome, variant: 'success', action: toApplication });
  }, [leadsOn]);
  if (!prompts) return <Navigate to={back ?? paths.home} replace />;
  return (
    <MembershipDialog
      onApply={() => void navigate(paths.apply, { replace: true })}
      onClose={() => void navigate(paths.home, { replace: true })}
    />
  );
}

/** Shown while the roles are loading, alone or below the forms. */
function CheckingAccount({ roles, hasForms }: { roles: Known; hasForms: boolean }) {
  if (roles === 'unknown') return <AccountUnchecked />;
  if (roles !== 'loading') return null;
  const waiting = hasForms ? null : (
    <Skeleton label={auth.checkingSession} lines={4} className="mt-6" />
  );
  return <Waiting waiting={waiting} unchecked={<AccountUnchecked />} />;
}

export function AuthPage() {
  const session = useSession();
  const email = usePrefilledEmail();
  const { hash, key } = useLocation();
  const [tab, setTab] = useState<AuthTab>('sign-in');
  const [opened, setOpened] = useState('');
  // A link to the sign-up form opens its tab only once.
  if (hash === SIGN_UP && opened !== key) {
    setOpened(key);
    setTab('sign-up');
  }
  const roles: Known = session.status === 'signed-in' ? session.roles : 'loading';
  const isVisitor = session.status === 'signed-out';
  // The submitted form stays on the page, even behind the membership dialog.
  const [hadForms, setHadForms] = useState(false);
  if (isVisitor && !hadForms) setHadForms(true);
  const hasForms = isVisitor || (hadForms && roles !== 'unknown');

  return (
    // `/auth#sign-up` shows the page from the top.
    <div id={SIGN_UP.slice(1)} className="mx-auto w-full max-w-lg scroll-mt-40 px-5 py-12 sm:py-16">
      {/* React inserts this title before the route's title. */}
      {isVisitor && tab === 'sign-up' && (
        <title>{documentTitle(pages.auth.titleAt[SIGN_UP])}</title>
      )}
      <NotStored />
      <Card>
        <PageHeading size="card">{auth.title}</PageHeading>
        {hasForms && (
          <div inert={!isVisitor}>
            <p className="mt-2 mb-6 text-muted">{auth.introduction}</p>
            <AuthForms email={email} tab={tab} onTabChange={setTab} />
          </div>
        )}
        {!isVisitor && <CheckingAccount roles={roles} hasForms={hasForms} />}
      </Card>
      {typeof roles !== 'string' && <SignedIn roles={roles} isNew={hadForms} />}
    </div>
  );
}
