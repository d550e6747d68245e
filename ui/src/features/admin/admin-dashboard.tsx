/** `?tab=` names the open tab. */
import type { ReactNode } from 'react';
import { useSearchParams } from 'react-router-dom';
import { Card } from '../../components/layout/card';
import { Tabs } from '../../components/controls/tabs';
import { admin } from '../../content/membership/admin';
import { ApplicationsPanel } from './list/applications-panel';
import { UndoBar } from './undo/undo-bar';

type Tab = keyof typeof admin.tabs;
const TABS = Object.keys(admin.tabs) as Tab[];

function ComingSoon({ text }: { text: string }) {
  return (
    <Card>
      <p className="py-8 text-center text-muted">{text}</p>
    </Card>
  );
}

const panels: Record<Tab, (userId: string) => ReactNode> = {
  applications: (userId) => <ApplicationsPanel userId={userId} />,
  users: () => <ComingSoon text={admin.comingSoon.users} />,
  forums: () => <ComingSoon text={admin.comingSoon.forums} />,
  templates: () => <ComingSoon text={admin.comingSoon.templates} />,
};

export function AdminDashboard({ userId }: { userId: string }) {
  const [params, setParams] = useSearchParams();
  const open: Tab = TABS.find((tab) => tab === params.get('tab')) ?? 'applications';

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
        items={TABS.map((tab) => ({
          value: tab,
          label: admin.tabs[tab],
          panel: panels[tab](userId),
        }))}
      />
    </>
  );
}
