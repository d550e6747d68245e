import {
  BellRing,
  Bus,
  HeartHandshake,
  Laptop,
  type LucideIcon,
  Mail,
  PiggyBank,
} from 'lucide-react';
import { ArchedIcon } from '../../components/layout/icon-card';
import { tintAt } from '../../components/pictures/arched-portrait';
import { TitledSection } from '../../components/layout/section';
import { type Topic, trends } from '../../content/publications/reports';

const icons: Record<Topic, LucideIcon> = {
  Behavior: BellRing,
  Equity: Bus,
  Technology: Laptop,
  Retention: HeartHandshake,
  Communication: Mail,
  Funding: PiggyBank,
};

export function KeyTrends() {
  return (
    <TitledSection
      id="trends"
      tone="sand"
      eyebrow={trends.eyebrow}
      lead={trends.lead}
      title={trends.title}
    >
      <ul className="grid gap-6 md:grid-cols-2 lg:grid-cols-3">
        {trends.cards.map(({ topic, title, text }, index) => (
          <li
            key={topic}
            className="rounded-lg border border-sand-deep bg-white p-6 text-ink sm:p-7"
          >
            <div className="flex items-center gap-4">
              <ArchedIcon icon={icons[topic]} tint={tintAt(index)} />
              <p className="eyebrow text-clay">{topic}</p>
            </div>
            <h3 className="mt-4 text-xl sm:mt-5">{title}</h3>
            <p className="mt-2 text-muted">{text}</p>
          </li>
        ))}
      </ul>
    </TitledSection>
  );
}
