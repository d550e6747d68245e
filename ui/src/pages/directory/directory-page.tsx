import { BookOpen, GraduationCap, MapPin, ShieldCheck, UserRoundPlus } from 'lucide-react';
import { PageHero } from '../../components/layout/page-hero';
import { Section, SectionHeading } from '../../components/layout/section';
import { directory, spotlight } from '../../content/marketing/directory';
import { FactLine, TeacherDirectory } from '../../features/directory/teacher-directory';
import { ArchedIcon } from '../../components/layout/icon-card';
import { InertButton } from '../../components/controls/button';
import { StatusNote } from '../../components/feedback/status-note';
import { ArchedPortrait } from '../../components/pictures/arched-portrait';

export function DirectoryPage({ title }: { title: string }) {
  const { hero } = directory;
  return (
    <>
      <PageHero
        title={title}
        eyebrow={hero.eyebrow}
        lead={hero.lead}
        picture={hero.scene}
        size="compact"
      />
      <Section labelledBy="find" className="sm:pt-12">
        <SectionHeading id="find" lead={directory.lead} className="sm:mb-6">
          {directory.title}
        </SectionHeading>
        <TeacherDirectory />
      </Section>
      <Spotlight />
      <ListingNotes />
    </>
  );
}

function ListingNotes() {
  const { privacy, nominate } = directory;
  return (
    <Section tone="white" className="grid gap-x-20 gap-y-12 md:grid-cols-2">
      <div>
        <ArchedIcon icon={ShieldCheck} tint="mint" />
        <h2 id="listing" className="mt-5 text-2xl">
          {privacy.title}
        </h2>
        <p className="mt-3 text-muted">{privacy.text}</p>
      </div>
      <div>
        <ArchedIcon icon={UserRoundPlus} tint="blush" />
        <h2 className="mt-5 text-2xl">{nominate.title}</h2>
        <p className="mt-3 mb-6 text-muted">{nominate.text}</p>
        <InertButton size="large">{nominate.button}</InertButton>
        <StatusNote className="mt-5">{nominate.today}</StatusNote>
      </div>
    </Section>
  );
}

function Spotlight() {
  return (
    <Section tone="sand" labelledBy="spotlight">
      <div className="grid gap-x-14 gap-y-12 xl:grid-cols-2">
        <div className="flex flex-col gap-8 md:flex-row md:gap-10">
          <ArchedPortrait
            person={spotlight}
            alt={directory.portraitOf(spotlight.name)}
            tint="honey"
            size="large"
          />
          <div className="md:self-center xl:self-start">
            <div>
              <SectionHeading
                id="spotlight"
                eyebrow={spotlight.eyebrow}
                lead={spotlight.introduction}
              >
                {spotlight.name}
              </SectionHeading>
            </div>
            <ul className="mt-5 grid gap-1.5">
              <FactLine icon={BookOpen}>{spotlight.subject}</FactLine>
              <FactLine icon={MapPin}>
                {spotlight.state} · {directory.yearsTeaching(spotlight.yearsTeaching)}
              </FactLine>
              <FactLine icon={GraduationCap}>{spotlight.grade}</FactLine>
            </ul>
          </div>
        </div>
        <div className="xl:pt-11">
          <h3 className="text-2xl">{spotlight.dayInLifeTitle}</h3>
          <ol className="mt-4 border-l-4 border-ink">
            {spotlight.dayInLife.map(({ at, time, text }) => (
              <li key={at} className="flex flex-col gap-x-4 py-1.5 pl-5 sm:flex-row">
                <time dateTime={at} className="w-24 shrink-0 font-serif font-semibold">
                  {time}
                </time>
                <span>{text}</span>
              </li>
            ))}
          </ol>
        </div>
      </div>
      <h3 className="mt-14 text-2xl">{spotlight.questionsTitle}</h3>
      <dl className="mt-6 grid gap-6 lg:grid-cols-3">
        {Object.values(spotlight.questions).map(({ question, answer }) => (
          <div key={question} className="rounded-lg border border-sand-deep bg-white p-5 sm:p-6">
            <dt className="font-serif text-lg leading-snug font-semibold">{question}</dt>
            <dd className="mt-2 text-muted">{answer}</dd>
          </div>
        ))}
      </dl>
    </Section>
  );
}
