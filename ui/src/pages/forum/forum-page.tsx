import { Check, FilePenLine, Lightbulb, MessagesSquare } from 'lucide-react';
import { NextStep } from '../../features/next-step/next-step';
import { InertButton } from '../../components/controls/inert-button';
import { PageHero } from '../../components/layout/page-hero';
import { forum } from '../../content/marketing/forum';
import { Program } from './program';
import { IconCard } from '../../components/layout/icon-card';
import { tintAt } from '../../components/pictures/arched-portrait';
import { Section, SectionHeading, TitledSection } from '../../components/layout/section';
import { Quote } from '../../components/text/quote';
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
            <InertButton>{apply}</InertButton>
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
            <Quote text={text} person={person} role={role} tint={tintAt(index)} />
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
