/** The four ways to give, one a tab. */
import { BookOpen, BusFront, HandCoins, Newspaper, School, Users } from 'lucide-react';
import { donate } from '../../content/donate';
import { CustomAmount } from './custom-amount';
import { GiftPlan } from './gift-plan';
import { GivingTabs } from './giving-tabs';
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
        {
          id: 'one-time',
          label: oneTime.tab,
          panel: (
            <GiftPlan {...oneTime}>
              <CustomAmount {...oneTime.custom} />
            </GiftPlan>
          ),
        },
        { id: 'monthly', label: monthly.tab, panel: <GiftPlan {...monthly} /> },
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
