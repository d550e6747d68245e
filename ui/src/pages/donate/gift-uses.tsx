import { Section, SectionHeading } from '../../components/layout/section';
import { donate } from '../../content/marketing/donate';
import { classNames } from '../../lib/class-names';
import { GiftPencil, shareFills } from './gift-pencil';

export function GiftUses() {
  const { title, claim, text, figureLabel, shares } = donate.uses;
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
      <GiftPencil label={figureLabel} shares={shares} />
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
