/** Who is listed at all, and how somebody else may come to be. */
import { ShieldCheck, UserRoundPlus } from 'lucide-react';
import { ArchedIcon } from '../../components/layout/icon-card';
import { InertButton } from '../../components/controls/inert-button';
import { StatusNote } from '../../components/feedback/status-note';
import { Section } from '../../components/layout/section';
import { directory } from '../../content/directory';

export function ListingNotes() {
  const { privacy, nominate } = directory;
  return (
    <Section tone="white" className="grid gap-x-20 gap-y-12 md:grid-cols-2">
      <div>
        <ArchedIcon icon={ShieldCheck} tint="mint" />
        <h2 className="mt-5 text-2xl">{privacy.title}</h2>
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
