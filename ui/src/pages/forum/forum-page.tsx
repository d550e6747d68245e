import { Check, FilePenLine, Lightbulb, MessagesSquare } from 'lucide-react';
import { ApplyLink } from '../../features/next-step/apply-link';
import { NextStep } from '../../features/next-step/next-step';
import { InertButton } from '../../components/controls/button';
import { PageHero } from '../../components/layout/page-hero';
import { forum } from '../../content/marketing/forum';
import { IconCard } from '../../components/layout/icon-card';
import { ArchedPortrait, tintAt } from '../../components/pictures/arched-portrait';
import { Section, SectionHeading, TitledSection } from '../../components/layout/section';
import { MailText } from '../../components/text/mail-text';

export function ForumPage() {
  const { apply, host, ...hero } = forum.hero;
  return (
    <>
      <PageHero
        {...hero}
        note={<NextStep />}
        actions={
          <>
            <ApplyLink off={<InertButton>{apply}</InertButton>}>{apply}</ApplyLink>
            <InertButton variant="secondary">{host}</InertButton>
          </>
        }
      />
      <Purposes />
      <Program />
      <Testimonials />
      <Eligibility />
      <Partnerships />
    </>
  );
}

/** In the order of the list. */
const icons = [MessagesSquare, FilePenLine, Lightbulb] as const;

function Purposes() {
  const { eyebrow, title, lead, list } = forum.purposes;
  return (
    <TitledSection id="purposes" eyebrow={eyebrow} lead={lead} title={title}>
      <ul className="grid gap-6 lg:grid-cols-3">
        {list.map((purpose, index) => (
          <li key={purpose.title}>
            <IconCard icon={icons[index] ?? Lightbulb} title={purpose.title} tint={tintAt(index)}>
              <p>{purpose.text}</p>
            </IconCard>
          </li>
        ))}
      </ul>
    </TitledSection>
  );
}

function Eligibility() {
  const { eyebrow, title, lead, list } = forum.eligibility;
  return (
    <Section labelledBy="eligibility" className="grid gap-x-16 lg:grid-cols-[1fr_1.6fr]">
      <div className="mb-9 lg:mb-0">
        <SectionHeading id="eligibility" eyebrow={eyebrow} lead={lead} className="mb-4 sm:mb-5">
          {title}
        </SectionHeading>
        <NextStep className="text-lg" />
      </div>
      <ul className="divide-y divide-sand-deep border-y border-sand-deep">
        {list.map(({ term, note }) => (
          <li key={term} className="flex gap-5 py-5">
            <span
              aria-hidden="true"
              className="flex h-11 w-9 shrink-0 items-center justify-center rounded-doorway bg-mint pt-1 text-evergreen"
            >
              <Check className="size-5" />
            </span>
            <div>
              <h3 className="text-xl">{term}</h3>
              <p className="mt-1 text-muted">{note}</p>
            </div>
          </li>
        ))}
      </ul>
    </Section>
  );
}

function Testimonials() {
  const { eyebrow, title, list } = forum.testimonials;
  return (
    <TitledSection id="testimonials" tone="white" eyebrow={eyebrow} title={title}>
      <ul className="grid gap-6 sm:gap-12 lg:grid-cols-3">
        {list.map(({ person, role, text }, index) => (
          <li key={person.name} className="flex">
            <figure className="flex flex-col gap-6">
              <blockquote className="border-l-4 border-gold pl-5 font-serif text-xl leading-relaxed text-pretty sm:pl-7">
                <p>“{text}”</p>
              </blockquote>
              <figcaption className="mt-auto flex items-end gap-4">
                <ArchedPortrait person={person} tint={tintAt(index)} size="small" />
                <span className="pb-1">
                  <span className="block font-semibold">{person.name}</span>
                  <span className="block text-[0.95rem] opacity-80">{role}</span>
                </span>
              </figcaption>
            </figure>
          </li>
        ))}
      </ul>
    </TitledSection>
  );
}

function Partnerships() {
  const { eyebrow, title, text, button } = forum.partnerships;
  return (
    <Section
      tone="sand"
      labelledBy="partnerships"
      className="flex flex-wrap items-end justify-between gap-x-12 gap-y-8"
    >
      <div>
        <SectionHeading id="partnerships" eyebrow={eyebrow} lead={<MailText>{text}</MailText>}>
          {title}
        </SectionHeading>
      </div>
      <InertButton size="large">{button}</InertButton>
    </Section>
  );
}

type Day = (typeof forum.schedule.days)[number];

function Program() {
  const { days, colophon, dayOf: _, ...heading } = forum.schedule;
  return (
    <TitledSection id="program" tone="sand" align="center" {...heading}>
      <div className="border border-sand-deep bg-white p-2 shadow-page sm:p-3">
        <div className="border-2 border-ink">
          <ol className="grid divide-y divide-sand-deep lg:grid-cols-3 lg:divide-x lg:divide-y-0">
            {days.map((day, index) => (
              <DayPanel key={day.title} number={index + 1} day={day} />
            ))}
          </ol>
          <p className="border-t border-sand-deep px-5 py-5 text-center font-serif text-lg italic">
            {colophon}
          </p>
        </div>
      </div>
    </TitledSection>
  );
}

function DayPanel({ number, day }: { number: number; day: Day }) {
  return (
    <li className="px-5 py-8 sm:px-8 sm:py-10">
      <h3 className="text-center text-2xl">
        <span className="eyebrow mb-2 block font-sans text-clay">
          {forum.schedule.dayOf(number)}
        </span>{' '}
        {day.title}
      </h3>
      <p className="mt-1 text-center font-serif text-muted italic">{day.weekday}</p>
      <ol className="mt-7 space-y-6 border-t-2 border-gold pt-7">
        {day.items.map((item) => (
          <li
            key={item.time}
            // In narrow columns, the time is above the entry.
            className="grid items-baseline gap-y-0.5 sm:grid-cols-[5.75rem_1fr] lg:grid-cols-1 xl:grid-cols-[5.75rem_1fr]"
          >
            <time dateTime={item.time} className="font-serif text-ink tabular-nums">
              {item.clock}
            </time>
            <div>
              <p className="leading-snug font-semibold">{item.title}</p>
              <p className="mt-1 text-[0.95rem] leading-normal text-muted">{item.note}</p>
            </div>
          </li>
        ))}
      </ol>
    </li>
  );
}
