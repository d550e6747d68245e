/**
 * /auth: the forms for visitors. A signed-in user is sent back to the address in the query, sees the membership dialog, or is
 * sent to the home page.
 */
import { useEffect, useState } from 'react';
import { Navigate, useLocation, useNavigate } from 'react-router-dom';
import { SIGN_UP, pages, paths } from '../../content/site/pages';
import type { FactorRequired } from '../../api/sessions';
import { Tabs } from '../../components/controls/tabs';
import { Card } from '../../components/layout/card';
import { PageHeading } from '../../components/layout/page-heading';
import { Skeleton } from '../../components/feedback/skeleton';
import { showToast } from '../../components/feedback/toast';
import { currentToasts } from '../../components/feedback/toast-store';
import { auth } from '../../content/account/auth';
import { documentTitle } from '../../content/site/screens';
import { ProviderButtons, useProviders } from '../../features/auth/providers/provider-buttons';
import { SignInPanel } from '../../features/auth/sign-in/sign-in-form';
import { SignUpForm } from '../../features/auth/sign-up/sign-up-form';
import { returnAddress } from '../../content/site/return-address';
import { welcome } from '../../features/auth/sign-in/welcome';
import { usePrefilledEmail } from '../../features/auth/next-page';
import { AccountUnchecked, NotStored, Waiting } from '../../features/signed-in/account-unchecked';
import { type Roles, countsAsMember, isApplicant } from '../../session/roles';
import { isSeasonClosed } from '../../session/season';
import { useSession } from '../../session/session-state';
import { ConfirmDialog } from '../../components/dialogs/confirm-dialog';
import { CheckboxField } from '../../components/forms/fields';
import { hasFeature } from '../../lib/browser/site';
import { type StorageKey, readChoice, storeChoice } from '../../lib/browser/browser-storage';

const toApplication = { label: auth.signIn.toApplication, to: paths.apply };

type AuthTab = 'sign-in' | 'sign-up';

type FormsProps = {
  /** The address from the previous page; may be empty. */
  email: string;
  tab: AuthTab;
  onTabChange(tab: AuthTab): void;
};

function AuthForms({ email, tab, onTabChange }: FormsProps) {
  const providers = useProviders();
  /** The second step of a wallet sign-in. The Sign In tab shows it, even if the sign-in started in the Sign Up tab. */
  const [asked, setAsked] = useState<FactorRequired | null>(null);
  const ask = (step: FactorRequired) => {
    setAsked(step);
    onTabChange('sign-in');
  };
  const providerButtons = <ProviderButtons providers={providers} onSecondStep={ask} />;
  return (
    <Tabs
      label={auth.title}
      value={tab}
      keepsPanels
      onValueChange={onTabChange}
      items={[
        {
          value: 'sign-in',
          label: auth.tabs.signIn,
          panel: (
            <SignInPanel
              email={email}
              asked={asked}
              onBack={() => setAsked(null)}
              providerButtons={providerButtons}
            />
          ),
        },
        {
          value: 'sign-up',
          label: auth.tabs.signUp,
          panel: <SignUpForm providerButtons={providerButtons} />,
        },
      ]}
    />
  );
}

type Known = Roles | 'loading' | 'unknown';

/** With the feature `apply`, null until it is known. A failed request counts as an application. */
function useHasApplied(asks: boolean): boolean | null {
  const [found, setFound] = useState<boolean | null>(asks ? null : false);
  useEffect(() => {
    if (!asks) return;
    void import('../../api/applications')
      .then(async ({ findNewestApplication }) => (await findNewestApplication()) !== undefined)
      .catch((cause: unknown) => {
        console.warn('The applications could not be read.', cause);
        return true;
      })
      .then(setFound);
  }, [asks]);
  return found;
}

/** Whether the dialog opens is decided once, so that checking its checkbox does not close it. */
function SignedIn({ roles, isNew }: { roles: Roles; isNew: boolean }) {
  const back = returnAddress(useLocation().search);
  const mayApply = back === null && !countsAsMember(roles) && !isSeasonClosed();
  const [offers] = useState(() => mayApply && !isPromptDismissed());
  const hasApplied = useHasApplied(offers && isApplicant(roles) && hasFeature('apply'));
  const isKnown = hasApplied !== null;
  const prompts = offers && hasApplied === false;
  // For applicants who have dismissed the dialog permanently or have applied.
  const leadsOn = isNew && mayApply && isKnown && !prompts && isApplicant(roles);
  useEffect(() => {
    // A toast about a recovery code has a link already.
    if (leadsOn && !currentToasts().some(({ action }) => action !== undefined))
      showToast({ ...welcome(), action: toApplication });
  }, [leadsOn]);
  if (!isKnown)
    return isNew ? null : <Skeleton label={auth.checkingSession} lines={4} className="mt-6" />;
  if (!prompts) return <Navigate to={back ?? paths.home} replace />;
  return <MembershipDialog />;
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

/** The key of the choice "Don't show this dialog again" in local storage. */
const KEY: StorageKey = 'membershipPromptDismissed';

const isPromptDismissed = (): boolean => readChoice(KEY) === 'true';

/** Offers membership after a sign-in. The checkbox takes effect regardless of how the dialog is closed. */
function MembershipDialog() {
  const [dismissed, setDismissed] = useState(false);
  const navigate = useNavigate();
  const { membership } = auth;

  const leaveFor = (path: string) => () => {
    if (dismissed) storeChoice(KEY, 'true');
    void navigate(path, { replace: true });
  };

  return (
    <ConfirmDialog
      title={membership.title}
      description={membership.text}
      confirm={membership.applyNow}
      cancel={membership.applyLater}
      onConfirm={leaveFor(paths.apply)}
      onCancel={leaveFor(paths.home)}
    >
      <CheckboxField
        label={membership.dismiss}
        checked={dismissed}
        onChange={(event) => setDismissed(event.target.checked)}
      />
    </ConfirmDialog>
  );
}
