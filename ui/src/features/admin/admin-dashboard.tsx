/** The dashboard behind the guard: four tabs, of which the address names the open one (?tab=). */
import { useSearchParams } from 'react-router-dom';
import { Card } from '../../components/card';
import { Tabs } from '../../components/tabs';
import { admin } from '../../content/admin';
import { ApplicationsPanel } from './applications-panel';

const TABS = ['applications', 'users', 'forums', 'templates'] as const;
type Tab = (typeof TABS)[number];

function ComingSoon({ text }: { text: string }) {
  return (
    <Card>
      <p className="py-8 text-center text-muted">{text}</p>
    </Card>
  );
}

export function AdminDashboard() {
  const [params, setParams] = useSearchParams();
  const open: Tab = TABS.find((tab) => tab === params.get('tab')) ?? 'applications';

  /** Search, page and open application belong to the first tab and stay behind with it. */
  const show = (tab: Tab) =>
    setParams(tab === 'applications' ? {} : { tab }, { preventScrollReset: true });

  return (
    <Tabs
      label={admin.title}
      value={open}
      onValueChange={show}
      items={TABS.map((tab) => ({
        value: tab,
        label: admin.tabs[tab],
        panel:
          tab === 'applications' ? (
            <ApplicationsPanel />
          ) : (
            <ComingSoon text={admin.comingSoon[tab]} />
          ),
      }))}
    />
  );
}
