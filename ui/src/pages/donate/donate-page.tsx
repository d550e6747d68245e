import { Handshake, Sprout } from 'lucide-react';
import { IconCard } from '../../components/layout/icon-card';
import { PageHeading } from '../../components/layout/page-heading';
import { Picture } from '../../components/pictures/picture';
import { Section, SectionHeading, TitledSection } from '../../components/layout/section';
import { donate } from '../../content/marketing/donate';
import { WaysToGive } from '../../features/donate/ways-to-give';
import { tintGrounds } from '../../components/pictures/arched-portrait';
import { classNames } from '../../lib/class-names';
import { MailText } from '../../components/text/mail-text';
import { organisation } from '../../content/site/organisation';

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

function GiftEffects() {
  const { oneTime, monthly, teacher, forum } = donate.plans;
  return (
    <TitledSection id="gift-effects" tone="white" title={donate.effects.title}>
      <ul className="grid gap-6 sm:grid-cols-2 lg:grid-cols-4">
        {[oneTime, monthly, teacher, forum].map(({ aside: { title, text, image, tint } }) => (
          <li key={title}>
            <div className="flex h-full flex-col">
              <div
                className={classNames(
                  'mx-auto flex w-40 items-end overflow-hidden rounded-doorway border-b-4 border-ink px-2 pt-10 print:hidden forced-colors:border',
                  tintGrounds[tint],
                )}
              >
                <Picture src={image} alt="" width={320} height={240} className="h-auto w-full" />
              </div>
              <h3 className="mt-5 text-xl">{title}</h3>
              <p className="mt-2 text-muted">{text}</p>
            </div>
          </li>
        ))}
      </ul>
    </TitledSection>
  );
}

function TaxInformation() {
  const { title, lead, facts, addressTerm, addressId, note } = donate.tax;
  return (
    <Section
      tone="paper"
      labelledBy="tax"
      className="grid gap-x-14 gap-y-2 lg:grid-cols-[1fr_1.5fr]"
    >
      <div className="mb-9 lg:mb-0">
        <SectionHeading id="tax" lead={lead}>
          {title}
        </SectionHeading>
        <p className="max-w-prose border-l-4 border-gold pl-5 text-[0.95rem] text-muted">{note}</p>
      </div>
      <dl className="border-t border-sand-deep">
        {facts.map((fact) => (
          <Fact key={fact.term} term={fact.term}>
            <MailText>{fact.text}</MailText>
          </Fact>
        ))}
        <Fact id={addressId} term={addressTerm}>
          {[organisation.name, ...organisation.address].map((line) => (
            <span key={line} className="block">
              {line}
            </span>
          ))}
        </Fact>
      </dl>
    </Section>
  );
}

function Fact({ id, term, children }: { id?: string; term: string; children: React.ReactNode }) {
  return (
    <div id={id} className="grid gap-x-6 border-b border-sand-deep py-4 sm:grid-cols-[10rem_1fr]">
      <dt className="font-semibold">{term}</dt>
      <dd className="text-muted">{children}</dd>
    </div>
  );
}

function GiftUses() {
  const { title, claim, text, shares } = donate.uses;
  return (
    <Section tone="sand" labelledBy="gift-uses">
      <SectionHeading
        id="gift-uses"
        lead={
          <>
            <strong className="font-serif text-xl font-semibold text-ink sm:text-2xl">
              {claim}
            </strong>{' '}
            <span className="mt-2 block">{text}</span>
          </>
        }
      >
        {title}
      </SectionHeading>
      <GiftPencil />
      <ul className="mt-9 grid gap-8 lg:grid-cols-3 lg:gap-10">
        {shares.map((share, index) => (
          <li key={share.label} className="flex gap-4">
            <Swatch fill={shareFills[index]} />
            <div>
              <p className="font-serif text-4xl leading-none font-semibold">{share.percent}%</p>
              <p className="mt-2 font-semibold">{share.label}</p>
              <p className="mt-1 text-muted">{share.text}</p>
            </div>
          </li>
        ))}
      </ul>
    </Section>
  );
}

function Swatch({ fill }: { fill: string | undefined }) {
  return (
    <svg viewBox="-2 -2 24 40" aria-hidden="true" className="h-10 w-6 shrink-0">
      <path d="M0 36V10a10 10 0 0 1 20 0v26z" className={classNames(fill, 'stroke-ink stroke-2')} />
    </svg>
  );
}

/** The uses of a donation, drawn as a pencil with proportional parts. */
const PAINT_FROM = 92;
const PAINT_WIDTH = 790;
const PAINT_TO = PAINT_FROM + PAINT_WIDTH;
const HEIGHT = 84;

/** In the order of the shares. */
const shareFills = ['fill-evergreen', 'fill-clay', 'fill-gold'] as const;

function GiftPencil() {
  const { figureLabel, shares } = donate.uses;
  const before = (index: number) =>
    shares.slice(0, index).reduce((sum, share) => sum + share.percent, 0);
  const along = (percent: number) => (PAINT_WIDTH * percent) / 100;

  return (
    <svg
      role="img"
      aria-label={figureLabel}
      viewBox={`-3 -3 1006 ${HEIGHT + 6}`}
      className="h-auto w-full"
    >
      <path d={`M54 0H20Q0 0 0 20v${HEIGHT - 40}q0 20 20 20h34z`} className="fill-blush" />
      <path d={`M54 0h38v${HEIGHT}H54z`} className="fill-sand-deep" />
      {shares.map(({ percent }, index) => (
        <rect
          key={index}
          x={PAINT_FROM + along(before(index))}
          width={along(percent)}
          height={HEIGHT}
          className={shareFills[index]}
        />
      ))}
      {/* A light upper facet and a dark lower one. */}
      <path d={`M${PAINT_FROM} 0h${PAINT_WIDTH}v26H${PAINT_FROM}z`} className="fill-white/20" />
      <path d={`M${PAINT_FROM} 60h${PAINT_WIDTH}v24H${PAINT_FROM}z`} className="fill-ink-deep/20" />
      <path d={`M${PAINT_TO} 0L1000 42 ${PAINT_TO} ${HEIGHT}z`} className="fill-paper" />
      <path d="M960 27.2L1000 42l-40 14.8z" className="fill-ink" />
      <g className="fill-none stroke-ink stroke-[3]">
        <path
          d={`M${PAINT_TO} 0H20Q0 0 0 20v${HEIGHT - 40}q0 20 20 20H${PAINT_TO}L1000 42z`}
          className="[stroke-linejoin:round]"
        />
        <path d={`M54 0v${HEIGHT}M66 0v${HEIGHT}M80 0v${HEIGHT}M${PAINT_FROM} 0v${HEIGHT}`} />
        {shares.map((_, index) => (
          <path key={index} d={`M${PAINT_FROM + along(before(index + 1))} 0v${HEIGHT}`} />
        ))}
      </g>
    </svg>
  );
}
