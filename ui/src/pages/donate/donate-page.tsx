/** Ways to give: four plans in tabs, what gifts are used for, the organisation's standing, two further ways. */
import { Handshake, Sprout } from 'lucide-react';
import { IconCard } from '../../components/icon-card';
import { PageHero } from '../../components/page-hero';
import { Section, SectionHeading } from '../../components/section';
import { donate } from '../../content/donate';
import { WaysToGive } from '../../features/donate/ways-to-give';
import { GiftUses } from './gift-uses';
import { TaxInformation } from './tax-information';

const icons = { planned: Sprout, match: Handshake } as const;

export function DonatePage() {
  const { hero, plans, other } = donate;
  return (
    <>
      <PageHero {...hero} />
      <Section tone="paper" labelledBy="plans">
        <SectionHeading id="plans" lead={plans.lead}>
          {plans.title}
        </SectionHeading>
        <div className="rounded-lg border border-sand-deep bg-white shadow-page print:border-0 print:shadow-none">
          <WaysToGive />
        </div>
      </Section>
      <GiftUses />
      <TaxInformation />
      <Section tone="white" labelledBy="other-ways">
        <SectionHeading id="other-ways">{other.title}</SectionHeading>
        <div className="grid gap-6 md:grid-cols-2">
          {other.ways.map((way, index) => (
            <IconCard
              key={way.id}
              icon={icons[way.id]}
              title={way.title}
              tint={index === 0 ? 'mint' : 'honey'}
            >
              <p>{way.text}</p>
            </IconCard>
          ))}
        </div>
      </Section>
    </>
  );
}
