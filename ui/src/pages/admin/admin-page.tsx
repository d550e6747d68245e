/** /admin: the dashboard for administrators, and Access Denied for other users. */
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { useLocation, useSearchParams } from 'react-router-dom';
import { LinkButton } from '../../components/controls/button';
import { Alert } from '../../components/feedback/alert';
import { PageBeside } from '../../components/dialogs/side-sheet';
import { PageHeading } from '../../components/layout/page-heading';
import { ShortPage } from '../../components/layout/short-page';
import { Skeleton } from '../../components/feedback/skeleton';
import { admin } from '../../content/membership/admin';
import { paths } from '../../content/site/pages';
import { signInPath } from '../../content/site/return-address';
import { AccountUnchecked } from '../../features/signed-in/account-unchecked';
import { RequireRole } from '../../features/signed-in/require-role';
import closedDoor from '../../pictures/scenes/not-found.svg';
import { type Feature, hasFeature } from '../../lib/browser/site';
import { isAdmin } from '../../session/roles';
import { openTypedInputs } from '../../session/tab-storage/typed-inputs';
import { useSession } from '../../session/session-state';
import { Card } from '../../components/layout/card';
import { Tabs } from '../../components/controls/tabs';
import { ApplicationsPanel } from '../../features/admin/applications-panel';
import { UndoBar } from '../../features/admin/decide/undo-bar';
import '../../features/admin/templates/template-drafts';

/** All states share this frame, so that its heading keeps the focus. */
function AdminFrame({ isReserved, children }: { isReserved?: boolean; children: ReactNode }) {
  return (
    <PageBeside isReserved={isReserved}>
      <PageHeading size="small">{admin.title}</PageHeading>
      <div className="mt-1.5">{children}</div>
    </PageBeside>
  );
}

/** The session has ended without a Sign Out, so nobody was denied access. */
function SessionEnded({ toSignIn }: { toSignIn: string }) {
  const words = admin.sessionEnded;
  return (
    <AdminFrame>
      <Alert title={words.title} takesFocus>
        {words.text}
      </Alert>
      <LinkButton to={toSignIn} className="mt-5">
        {admin.denied.signIn}
      </LinkButton>
    </AdminFrame>
  );
}

/** Shows the current account, for administrators with two accounts. */
function AccessDenied() {
  const session = useSession();
  const toSignIn = signInPath(useLocation());
  const words = admin.denied;
  if (session.status === 'signed-out' && session.asked === false)
    return <SessionEnded toSignIn={toSignIn} />;
  const isVisitor = session.status !== 'signed-in';
  return (
    <ShortPage title={words.title} picture={closedDoor}>
      <p className="mt-4 text-lg">{words.text}</p>
      <p className="mt-2 wrap-anywhere text-muted">
        {isVisitor ? words.signedOut : words.signedInAs(session.session.user.email)}
      </p>
      <div className="mt-7 flex flex-wrap justify-center gap-3">
        {isVisitor && <LinkButton to={toSignIn}>{words.signIn}</LinkButton>}
        <LinkButton to={paths.home} variant={isVisitor ? 'secondary' : 'primary'}>
          {words.home}
        </LinkButton>
      </div>
    </ShortPage>
  );
}

/** For administrators without the required second factor. */
function SecondStepNeeded() {
  const words = admin.secondStep;
  return (
    <ShortPage title={words.title} picture={closedDoor}>
      <p className="mt-4 text-lg">{words.text}</p>
      <div className="mt-7 flex flex-wrap justify-center gap-3">
        <LinkButton to={`${paths.account}#two-step`}>{words.action}</LinkButton>
      </div>
    </ShortPage>
  );
}

function Dashboard({ userId }: { userId: string }) {
  const session = useSession();
  const [params] = useSearchParams();
  const lacksFactor = session.status === 'signed-in' && session.profile?.second_factor_required;
  if (lacksFactor) return <SecondStepNeeded />;
  return (
    <AdminFrame isReserved={params.has('application')}>
      <AdminDashboard key={userId} userId={userId} />
    </AdminFrame>
  );
}

export function AdminPage() {
  return (
    <RequireRole
      allows={isAdmin}
      waiting={
        <AdminFrame>
          <Skeleton label={admin.checkingAccess} lines={6} />
        </AdminFrame>
      }
      unchecked={
        <AdminFrame>
          <AccountUnchecked />
        </AdminFrame>
      }
      visitor={<AccessDenied />}
      refused={<AccessDenied />}
    >
      {(userId) => <Dashboard userId={userId} />}
    </RequireRole>
  );
}

type Tab = keyof typeof admin.tabs;
const comingSoon: Partial<Record<Tab, string>> = admin.comingSoon;
const commands: Partial<Record<Tab, string>> = admin.commands;

interface TabRow {
  tab: Tab;
  /** Without the feature, a tab of the specification says what is coming, and other tabs are hidden. */
  feature?: Feature;
  panel?: (userId: string) => ReactNode;
}

const UsersTab = lazy(() => import('./users-tab'));
const TemplatesPanel = lazy(() => import('../../features/admin/templates/templates-panel'));
const MessagesPanel = lazy(() => import('../../features/admin/messages/messages-panel'));
const SubscribersPanel = lazy(() => import('../../features/admin/newsletter/subscribers-panel'));
const AuditPanel = lazy(() => import('../../features/admin/audit/audit-panel'));

const TABS: readonly TabRow[] = [
  { tab: 'applications', panel: (userId) => <ApplicationsPanel userId={userId} /> },
  { tab: 'users', feature: 'users', panel: () => <UsersTab /> },
  { tab: 'forums' },
  {
    tab: 'templates',
    feature: 'email_templates',
    panel: (userId) => <TemplatesPanel userId={userId} />,
  },
  {
    tab: 'messages',
    feature: 'contact',
    panel: (userId) => <MessagesPanel userId={userId} />,
  },
  { tab: 'subscribers', feature: 'newsletter', panel: () => <SubscribersPanel /> },
  { tab: 'audit', feature: 'users', panel: () => <AuditPanel /> },
];

/** `?tab=` names the open tab. */
function AdminDashboard({ userId }: { userId: string }) {
  useState(() => openTypedInputs(userId));
  const [params, setParams] = useSearchParams();
  const isOn = ({ feature }: TabRow) => feature === undefined || hasFeature(feature);
  const shown = TABS.filter((row) => isOn(row) || comingSoon[row.tab] !== undefined);
  const open = shown.find(({ tab }) => tab === params.get('tab'))?.tab ?? 'applications';

  /** Removes the first tab's search, page and open application from the URL. */
  const show = (tab: Tab) =>
    setParams(tab === 'applications' ? {} : { tab }, { preventScrollReset: true });

  return (
    <>
      {/* An open application shows the bar itself, because the keyboard cannot leave its dialog. */}
      {!params.has('application') && <UndoBar />}
      <Tabs
        label={admin.title}
        className="*:[[role=tabpanel]]:pt-3"
        value={open}
        onValueChange={show}
        items={shown.map((row) => ({
          value: row.tab,
          label: admin.tabs[row.tab],
          panel:
            isOn(row) && row.panel ? (
              <Suspense fallback={<Skeleton label={admin.loadingTab} lines={6} />}>
                {row.panel(userId)}
              </Suspense>
            ) : (
              <Card>
                <p className="py-8 text-center text-muted">{comingSoon[row.tab]}</p>
                {commands[row.tab] !== undefined && (
                  <p className="-mt-4 pb-8 text-center text-muted">
                    {admin.untilThen}{' '}
                    <code className="font-mono whitespace-nowrap">{commands[row.tab]}</code>
                  </p>
                )}
              </Card>
            ),
        }))}
      />
    </>
  );
}
