import { ShieldCheck, UserRoundPlus } from 'lucide-react';
import { PageHero } from '../../components/layout/page-hero';
import { Section, SectionHeading } from '../../components/layout/section';
import { directory } from '../../content/marketing/directory';
import { TeacherDirectory } from '../../features/directory/teacher-directory';
import { Spotlight } from './spotlight';
import { ArchedIcon } from '../../components/layout/icon-card';
import { InertButton } from '../../components/controls/inert-button';
import { StatusNote } from '../../components/feedback/status-note';

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
