import { Fragment } from 'react';
import { ArchedPortrait } from '../../components/pictures/arched-portrait';
import { Section, SectionHeading } from '../../components/layout/section';
import { about } from '../../content/marketing/about';
import { organisation } from '../../content/site/organisation';

export function FounderLetter() {
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
