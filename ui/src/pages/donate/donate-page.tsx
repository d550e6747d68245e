import { Handshake, Sprout } from 'lucide-react';
import { IconCard } from '../../components/layout/icon-card';
import { PageHeading } from '../../components/layout/page-heading';
import { Picture } from '../../components/pictures/picture';
import { TitledSection } from '../../components/layout/section';
import { donate } from '../../content/marketing/donate';
import { WaysToGive } from '../../features/donate/ways-to-give';
import { GiftEffects } from './gift-effects';
import { GiftUses } from './gift-uses';
import { TaxInformation } from './tax-information';

const icons = { planned: Sprout, match: Handshake } as const;

export function DonatePage() {
  const { hero, plans, other } = donate;
  return (
    <>
      <div className="border-b-8 border-ink">
        <div className="mx-auto grid w-full max-w-7xl gap-x-14 gap-y-6 px-5 pt-8 pb-10 sm:px-8 lg:grid-cols-[1fr_1.15fr] lg:grid-rows-[auto_1fr] lg:pt-12 lg:pb-0 print:block">
          <PageHeading eyebrow={hero.eyebrow}>{hero.title}</PageHeading>
          <div className="flex flex-col justify-between gap-10 max-lg:order-last">
            <div className="text-lg text-muted sm:text-xl">
              <p className="max-w-prose">{hero.lead}</p>
              <p className="mt-3">{plans.lead}</p>
            </div>
            <Picture
              src={hero.picture}
              alt=""
              width={480}
              height={360}
              eager
              data-print="hide"
              className="mx-auto hidden h-auto w-full max-w-md lg:block"
            />
          </div>
          <section
            aria-labelledby="plans"
            className="self-start rounded-lg border border-sand-deep bg-white shadow-page lg:col-start-2 lg:row-span-2 lg:row-start-1 lg:mb-12 print:border-0 print:shadow-none"
          >
            <h2 id="plans" className="sr-only">
              {plans.title}
            </h2>
            <WaysToGive />
          </section>
        </div>
      </div>
      <GiftUses />
      <GiftEffects />
      <TaxInformation />
      <TitledSection id="other-ways" tone="white" title={other.title}>
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
      </TitledSection>
    </>
  );
}
