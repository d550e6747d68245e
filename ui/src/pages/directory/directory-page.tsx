/** The teacher directory: search and list, the teacher in the spotlight, privacy, nomination. */
import { PageHero } from '../../components/page-hero';
import { Section, SectionHeading } from '../../components/section';
import { directory } from '../../content/marketing/directory';
import { TeacherDirectory } from '../../features/directory/teacher-directory';
import { ListingNotes } from './listing-notes';
import { Spotlight } from './spotlight';

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
