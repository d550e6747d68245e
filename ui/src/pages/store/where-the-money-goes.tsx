/** What the proceeds of the store are for. */
import { BusFront, Newspaper, Users } from 'lucide-react';
import { IconCard } from '../../components/icon-card';
import { tints } from '../../components/portrait-door';
import { Section, SectionHeading } from '../../components/section';
import { store } from '../../content/marketing/store';

const icons = { travel: BusFront, weekend: Users, report: Newspaper } as const;

export function WhereTheMoneyGoes() {
  const { title, lead, uses, note } = store.money;
  return (
    <Section tone="ink" labelledBy="money">
      <SectionHeading id="money" lead={lead} onDark>
        {title}
      </SectionHeading>
      <div className="grid gap-6 lg:grid-cols-3">
        {uses.map((use, index) => (
          <IconCard
            key={use.id}
            icon={icons[use.id]}
            title={use.title}
            tint={tints[index % tints.length] ?? 'mint'}
          >
            <p>{use.text}</p>
          </IconCard>
        ))}
      </div>
      <p className="mt-8 max-w-prose text-[0.95rem] text-white/85">{note}</p>
    </Section>
  );
}
