import { PageHero } from '../../components/layout/page-hero';
import { Section, SectionHeading, TitledSection } from '../../components/layout/section';
import {
  type Topic,
  coverOf,
  distribution,
  featured,
  hero,
  library,
  trends,
} from '../../content/publications/reports';
import { ReportLibrary } from '../../features/reports/report-library';
import { Link } from 'react-router-dom';
import { InertButton } from '../../components/controls/button';
import { MailText, textLinkClasses } from '../../components/text/mail-text';
import { postPath, reportPath } from '../../content/publications/article-titles';
import { briefs } from '../../content/publications/briefs';
import {
  BellRing,
  Bus,
  Download,
  HeartHandshake,
  Laptop,
  type LucideIcon,
  Mail,
  PiggyBank,
} from 'lucide-react';
import { ArchedIcon } from '../../components/layout/icon-card';
import { tintAt } from '../../components/pictures/arched-portrait';
import { Picture } from '../../components/pictures/picture';

export function ReportsPage({ title }: { title: string }) {
  return (
    <>
      <PageHero title={title} eyebrow={hero.eyebrow} lead={hero.lead} picture={hero.scene} />
      <FeaturedReport />
      <TitledSection
        id="library"
        eyebrow={library.eyebrow}
        lead={library.lead}
        title={library.title}
      >
        <ReportLibrary />
      </TitledSection>
      <KeyTrends />
      <Distribution />
    </>
  );
}

function Distribution() {
  return (
    <TitledSection
      id="distribution"
      tone="white"
      className="text-center"
      align="center"
      lead={distribution.text}
      title={distribution.title}
    >
      <h3 className="text-xl sm:text-2xl">{distribution.briefs.title}</h3>
      <ul className="mx-auto mt-4 grid max-w-4xl gap-x-10 gap-y-2 text-left sm:grid-cols-2">
        {briefs.map(([title, about]) => (
          <li key={title}>
            <strong className="font-semibold">{title}</strong>: {about}
          </li>
        ))}
      </ul>
      <p className="mt-4 mb-10">
        <Link to={postPath('six-briefs-six-desks')} className={textLinkClasses}>
          {distribution.briefs.link}
        </Link>
      </p>
      <div className="mx-auto grid max-w-3xl gap-8 sm:grid-cols-2">
        <div>
          <InertButton size="large">{distribution.partners}</InertButton>
          <p className="mt-3 text-[0.95rem] text-muted">
            <MailText>{distribution.partnersToday}</MailText>
          </p>
        </div>
        <div>
          <InertButton size="large" variant="secondary">
            {distribution.presentation}
          </InertButton>
          <p className="mt-3 text-[0.95rem] text-muted">
            <MailText>{distribution.presentationToday}</MailText>
          </p>
        </div>
      </div>
    </TitledSection>
  );
}

const icons: Record<Topic, LucideIcon> = {
  Behavior: BellRing,
  Equity: Bus,
  Technology: Laptop,
  Retention: HeartHandshake,
  Communication: Mail,
  Funding: PiggyBank,
};

function KeyTrends() {
  const { cards, ...heading } = trends;
  return (
    <TitledSection id="trends" tone="sand" {...heading}>
      <ul className="grid gap-6 md:grid-cols-2 lg:grid-cols-3">
        {cards.map(({ topic, title, text }, index) => (
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

function FeaturedReport() {
  return (
    <Section tone="white" labelledBy="featured">
      <div className="grid grid-cols-1 items-center gap-10 md:grid-cols-[18rem_minmax(0,1fr)] md:gap-14 lg:grid-cols-[21rem_minmax(0,1fr)] lg:gap-20">
        <Cover />
        <div>
          <SectionHeading id="featured" eyebrow={featured.eyebrow} lead={featured.lead}>
            {featured.title}
          </SectionHeading>
          <dl className="mb-10 flex flex-wrap gap-6 sm:gap-12 md:gap-5 lg:gap-12">
            {featured.figures.map(({ value, label }) => (
              <div
                key={label}
                className="flex w-min flex-col-reverse justify-end border-l-4 border-gold pl-3 sm:w-auto sm:pl-5 md:pl-4 lg:pl-5"
              >
                <dt className="leading-snug text-muted">{label}</dt>
                <dd className="font-serif text-3xl font-semibold sm:text-5xl">{value}</dd>
              </div>
            ))}
          </dl>
          <InertButton size="large">
            <Download aria-hidden="true" className="size-5" />
            {featured.download}
          </InertButton>
          <p className="mt-4 text-muted">
            {featured.today}{' '}
            <Link to={reportPath(featured.id)} className={textLinkClasses}>
              {featured.read}
            </Link>
          </p>
        </div>
      </div>
      <h3 className="mt-14 text-xl sm:mt-20 sm:text-2xl">{featured.areasTitle}</h3>
      <ol className="mt-6 grid gap-x-8 gap-y-6 lg:grid-cols-5">
        {featured.areas.map(({ name, text }, index) => (
          <li
            key={name}
            // Aligns the number, name and text of all five entries.
            className="grid grid-cols-[2rem_1fr] gap-x-4 border-t border-sand-deep pt-5 lg:row-span-3 lg:grid-cols-1 lg:grid-rows-subgrid lg:gap-y-0"
          >
            <span
              aria-hidden="true"
              className="row-span-2 font-serif text-3xl leading-none font-semibold text-clay lg:row-span-1"
            >
              {index + 1}
            </span>
            <p className="font-serif text-lg leading-snug font-semibold lg:mt-4">{name}</p>
            <p className="mt-1.5 text-muted">{text}</p>
          </li>
        ))}
      </ol>
    </Section>
  );
}

/** Printing hides the title on the picture, because black text would be unreadable there. */
function Cover() {
  return (
    <div className="@container relative mx-auto w-56 border border-sand-deep shadow-page md:w-full">
      <Picture
        src={featured.image}
        alt={coverOf(featured.title)}
        width={300}
        height={400}
        className="h-auto w-full"
      />
      <p
        aria-hidden="true"
        className="absolute inset-x-0 top-[74.5%] px-[6%] print:hidden text-center font-serif text-[8cqw] leading-[1.15] font-semibold text-balance text-honey"
      >
        {featured.title}
      </p>
    </div>
  );
}
