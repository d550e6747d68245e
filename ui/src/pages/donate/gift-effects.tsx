/** What each kind of gift does, four doorways in a row. */
import { Section, SectionHeading } from '../../components/section';
import { SnapRow } from '../../components/snap-row';
import { donate } from '../../content/marketing/donate';
import { DoorwayNote } from './doorway-note';

export function GiftEffects() {
  const { oneTime, monthly, teacher, forum } = donate.plans;
  return (
    <Section tone="white" labelledBy="gift-effects">
      <SectionHeading id="gift-effects">{donate.effects.title}</SectionHeading>
      <SnapRow label={donate.effects.title} className="sm:grid-cols-2 lg:grid-cols-4">
        {[oneTime, monthly, teacher, forum].map(({ aside }) => (
          <li key={aside.title}>
            <DoorwayNote {...aside} />
          </li>
        ))}
      </SnapRow>
    </Section>
  );
}
