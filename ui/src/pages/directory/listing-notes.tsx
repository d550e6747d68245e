/** Who is listed at all, and how somebody else may come to be. */
import { ShieldCheck, UserRoundPlus } from 'lucide-react';
import { IconDoor } from '../../components/icon-card';
import { InertButton } from '../../components/inert-button';
import { StandingLine } from '../../components/standing-line';
import { Section } from '../../components/section';
import { directory } from '../../content/marketing/directory';

export function ListingNotes() {
  const { privacy, nominate } = directory;
  return (
    <Section tone="white" className="grid gap-x-20 gap-y-12 md:grid-cols-2">
      <div>
        <IconDoor icon={ShieldCheck} tint="mint" />
        <h2 className="mt-5 text-2xl">{privacy.title}</h2>
        <p className="mt-3 text-muted">{privacy.text}</p>
      </div>
      <div>
        <IconDoor icon={UserRoundPlus} tint="blush" />
        <h2 className="mt-5 text-2xl">{nominate.title}</h2>
        <p className="mt-3 mb-6 text-muted">{nominate.text}</p>
        <InertButton size="large">{nominate.button}</InertButton>
        <StandingLine className="mt-5">{nominate.today}</StandingLine>
      </div>
    </Section>
  );
}
