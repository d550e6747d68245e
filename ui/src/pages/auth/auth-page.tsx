/** /auth: the two forms for a visitor; a signed-in person gets the membership dialog or goes to the start page. */
import { useEffect, useState } from 'react';
import { Navigate, useLocation, useNavigate } from 'react-router-dom';
import { pages, paths, SIGN_UP } from '../../content/site/pages';
import { Card } from '../../components/card';
import { PageHeading } from '../../components/page-heading';
import { Skeleton } from '../../components/skeleton';
import { showToast } from '../../components/toast';
import { auth } from '../../content/account/auth';
import { documentTitle } from '../../content/site/screens';
import { AuthForms, type AuthTab } from '../../features/auth/auth-forms';
import { MembershipDialog } from '../../features/auth/membership-dialog';
import { isPromptDismissed } from '../../features/auth/membership-prompt';
import { NotStored } from '../../features/signed-in/not-stored';
import { AccountUnchecked, Waiting } from '../../features/signed-in/account-unchecked';
import { countsAsMember, isApplicant, type Roles } from '../../session/roles';
import { useSession } from '../../session/use-session';

const toApplication = { label: auth.signIn.toApplication, to: paths.apply };

type Known = Roles | 'loading' | 'unknown';

/** Decided once, when the roles are known: ticking the checkbox must not take the dialog away by itself. */
function SignedIn({ roles, isNew }: { roles: Roles; isNew: boolean }) {
  const navigate = useNavigate();
  const [prompts] = useState(() => !countsAsMember(roles) && !isPromptDismissed());
  // Who does not want the dialog is still told the way on.
  const leadsOn = isNew && !prompts && isApplicant(roles) && !countsAsMember(roles);
  useEffect(() => {
    if (leadsOn) showToast({ ...auth.signIn.welcome, variant: 'success', action: toApplication });
  }, [leadsOn]);
  if (!prompts) return <Navigate to={paths.home} replace />;
  return (
    <MembershipDialog
      onApply={() => void navigate(paths.apply, { replace: true })}
      onClose={() => void navigate(paths.home, { replace: true })}
    />
  );
}

/** Where no form is, or the form waits for the roles. */
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
  const { hash, key } = useLocation();
  const [tab, setTab] = useState<AuthTab>('sign-in');
  const [opened, setOpened] = useState('');
  // A link that asks for the forms of a new account opens them once; which tab is open afterwards is the visitor's affair.
  if (hash === SIGN_UP && opened !== key) {
    setOpened(key);
    setTab('sign-up');
  }
  const roles: Known = session.status === 'signed-in' ? session.roles : 'loading';
  const isVisitor = session.status === 'signed-out';
  // The form that was sent stays where it is until the page is left, behind the membership dialog too.
  const [hadForms, setHadForms] = useState(false);
  if (isVisitor && !hadForms) setHadForms(true);
  const hasForms = isVisitor || (hadForms && roles !== 'unknown');

  return (
    // `/auth#sign-up` names the whole page, so that such a link shows it from the top.
    <div id={SIGN_UP.slice(1)} className="mx-auto w-full max-w-lg scroll-mt-40 px-5 py-12 sm:py-16">
      {/* React puts it in front of the route's own title, which holds again when this one goes. */}
      {isVisitor && tab === 'sign-up' && (
        <title>{documentTitle(pages.auth.titleAt[SIGN_UP])}</title>
      )}
      <NotStored />
      <Card>
        <PageHeading size="card">{auth.title}</PageHeading>
        {hasForms && (
          <div inert={!isVisitor}>
            <p className="mt-2 mb-6 text-muted">{auth.introduction}</p>
            <AuthForms tab={tab} onTabChange={setTab} />
          </div>
        )}
        {!isVisitor && <CheckingAccount roles={roles} hasForms={hasForms} />}
      </Card>
      {typeof roles !== 'string' && <SignedIn roles={roles} isNew={hadForms} />}
    </div>
  );
}
