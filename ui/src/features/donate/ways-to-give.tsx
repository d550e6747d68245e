/** The four ways to give, one a tab. */
import { BookOpen, BusFront, HandCoins, Newspaper, School, Users } from 'lucide-react';
import { donate } from '../../content/marketing/donate';
import { GivingTabs } from './giving-tabs';
import { Monthly } from './monthly';
import { Once } from './once';
import { SponsorshipPlan } from './sponsorship-plan';

const icons = {
  travel: BusFront,
  stipend: HandCoins,
  materials: BookOpen,
  teachers: Users,
  campus: School,
  report: Newspaper,
} as const;

type Covered = { id: keyof typeof icons; title: string; text: string };
const withIcons = (covers: readonly Covered[]) =>
  covers.map((item) => ({ ...item, icon: icons[item.id] }));

export function WaysToGive() {
  const { listLabel, oneTime, monthly, teacher, forum } = donate.plans;
  return (
    <GivingTabs
      label={listLabel}
      tabs={[
        { id: 'one-time', label: oneTime.tab, panel: <Once /> },
        { id: 'monthly', label: monthly.tab, panel: <Monthly /> },
        {
          id: 'sponsor-teacher',
          label: teacher.tab,
          panel: <SponsorshipPlan {...teacher} covers={withIcons(teacher.covers)} />,
        },
        {
          id: 'sponsor-forum',
          label: forum.tab,
          panel: <SponsorshipPlan {...forum} covers={withIcons(forum.covers)} />,
        },
      ]}
    />
  );
}
