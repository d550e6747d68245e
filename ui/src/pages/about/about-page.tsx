import { ChartColumn, Flag, Presentation, Scale, Trees } from 'lucide-react';
import { PageHero } from '../../components/layout/page-hero';
import { about } from '../../content/marketing/about';
import { Section, SectionHeading, TitledSection } from '../../components/layout/section';
import { NoWrap } from '../../components/text/mail-text';
import { IconCard } from '../../components/layout/icon-card';
import { classNames } from '../../lib/class-names';
import { ArchedPortrait, tintAt } from '../../components/pictures/arched-portrait';
import { Picture } from '../../components/pictures/picture';
import { paths } from '../../content/site/pages';
import { LinkButton } from '../../components/controls/button';
import { Fragment } from 'react';
import { organisation } from '../../content/site/organisation';

export function AboutPage() {
  return (
    <>
      <PageHero {...about.hero} />
      <Mission />
      <FounderLetter />
      <Values />
      <Board />
      <Partners />
      <ReportsInvitation />
    </>
  );
}

function Mission() {
  const { title, statement, paragraphs } = about.mission;
  return (
    <Section
      labelledBy="mission"
      className="grid items-start gap-x-16 gap-y-8 lg:grid-cols-[1.2fr_1fr]"
    >
      <div>
        <h2 id="mission" className="eyebrow font-sans text-clay">
          {title}
        </h2>
        <p className="mt-4 font-serif text-2xl leading-snug text-balance sm:text-[2.1rem]">
          <NoWrap>{statement}</NoWrap>
        </p>
      </div>
      <div className="space-y-5 text-lg text-muted lg:border-l-4 lg:border-gold lg:pl-8">
        {paragraphs.map((paragraph) => (
          <p key={paragraph}>{paragraph}</p>
        ))}
      </div>
    </Section>
  );
}

/** In the order of the list. */
const icons = [Presentation, ChartColumn, Trees, Flag, Scale] as const;

function Values() {
  const { list, title, eyebrow, lead } = about.values;
  return (
    <TitledSection id="values" eyebrow={eyebrow} lead={lead} title={title}>
      <ul className="grid gap-6 sm:grid-cols-2 lg:grid-cols-6">
        {list.map((value, index) => (
          <li
            key={value.title}
            className={classNames(index < 3 ? 'lg:col-span-2' : 'lg:col-span-3')}
          >
            <IconCard icon={icons[index] ?? Scale} title={value.title} tint={tintAt(index)}>
              <p>{value.text}</p>
            </IconCard>
          </li>
        ))}
      </ul>
    </TitledSection>
  );
}

function Board() {
  const { eyebrow, title, lead, members } = about.board;
  return (
    <TitledSection id="board" tone="white" eyebrow={eyebrow} lead={lead} title={title}>
      <ul className="grid gap-6 sm:grid-cols-2 sm:gap-12 lg:grid-cols-3">
        {members.map(({ person, role, biography }, index) => (
          <li key={person.name}>
            <div className="flex items-end gap-5 border-b border-sand-deep">
              <ArchedPortrait person={person} tint={tintAt(index)} />
              <div className="pb-4">
                <h3 className="text-xl">{person.name}</h3>
                <p className="mt-1 font-semibold text-clay">{role}</p>
              </div>
            </div>
            <p className="mt-4 text-muted">{biography}</p>
          </li>
        ))}
      </ul>
    </TitledSection>
  );
}

function Partners() {
  const { eyebrow, title, lead, list, crestOf } = about.partners;
  return (
    <TitledSection id="partners" eyebrow={eyebrow} lead={lead} title={title}>
      <ul className="grid gap-6 sm:grid-cols-2 lg:grid-cols-4">
        {list.map(({ name, state, text, crest }) => (
          <li
            key={name}
            className="row-span-4 grid grid-rows-subgrid gap-y-0 rounded-lg border border-sand-deep bg-white px-3 py-6 text-center"
          >
            <Picture
              src={crest}
              alt={crestOf(name)}
              width={240}
              height={240}
              className="mx-auto size-28"
            />
            <h3 className="mt-5 self-end text-xl">{name}</h3>
            <p className="mt-1 font-semibold text-clay">{state}</p>
            <p className="mt-3 px-3 text-muted">{text}</p>
          </li>
        ))}
      </ul>
    </TitledSection>
  );
}

function ReportsInvitation() {
  const { title, text, link } = about.reports;
  return (
    <Section
      tone="sand"
      labelledBy="reports"
      className="flex flex-wrap items-end justify-between gap-x-12 gap-y-8"
    >
      <div>
        <SectionHeading id="reports" lead={text}>
          {title}
        </SectionHeading>
      </div>
      <LinkButton to={paths[link.page]} size="large">
        {link.label}
      </LinkButton>
    </Section>
  );
}

function FounderLetter() {
  const { eyebrow, title, salutation, letter, closing, person, role } = about.founder;
  return (
    <Section tone="sand" labelledBy="founder" className="grid gap-x-14 lg:grid-cols-[auto_1fr]">
      {/* The heading stays in view next to the letter. */}
      <div className="lg:sticky lg:top-28 lg:w-72 lg:self-start">
        <SectionHeading id="founder" eyebrow={eyebrow}>
          {title}
        </SectionHeading>
        <ArchedPortrait
          person={person}
          tint="honey"
          size="large"
          className="mx-auto lg:mx-0 lg:h-96 lg:w-72"
        />
      </div>
      <figure className="border border-sand-deep bg-white p-6 shadow-page sm:p-10 lg:px-16 lg:py-14">
        <Letterhead />
        <blockquote className="space-y-5 font-serif text-[1.15rem] leading-relaxed sm:text-xl sm:leading-relaxed">
          <p>{salutation}</p>
          {letter.map((paragraph) => (
            <p key={paragraph}>{paragraph}</p>
          ))}
          <p>{closing}</p>
        </blockquote>
        <figcaption className="mt-6">
          <span className="block font-serif text-3xl text-clay italic">{person.name}</span>
          <span className="mt-1 block text-muted">{role}</span>
        </figcaption>
      </figure>
    </Section>
  );
}

function Letterhead() {
  return (
    <p className="mb-8 flex flex-wrap items-baseline justify-between gap-x-8 border-b-2 border-gold pb-3 text-sm text-muted">
      <span className="font-serif text-lg font-semibold text-ink">{organisation.name}</span>
      <span>
        {organisation.address.map((line, index) => (
          <Fragment key={line}>
            {index > 0 && <span className="max-sm:hidden"> ·</span>}{' '}
            <span className="inline-block">{line}</span>
          </Fragment>
        ))}
      </span>
    </p>
  );
}
