/** The six members of the board. */
import { PortraitDoor, tints } from '../../components/portrait-door';
import { SnapRow } from '../../components/snap-row';
import { Section, SectionHeading } from '../../components/section';
import { about } from '../../content/marketing/about';

export function Board() {
  const { eyebrow, title, lead, members } = about.board;
  return (
    <Section tone="white" labelledBy="board">
      <SectionHeading id="board" eyebrow={eyebrow} lead={lead}>
        {title}
      </SectionHeading>
      <SnapRow label={title} className="sm:grid-cols-2 sm:gap-12 lg:grid-cols-3">
        {members.map(({ person, role, biography }, place) => (
          <li key={person.name}>
            <div className="flex items-end gap-5 border-b border-sand-deep">
              <PortraitDoor image={person.image} tint={tints[place % tints.length] ?? 'mint'} />
              <div className="pb-4">
                <h3 className="text-xl">{person.name}</h3>
                <p className="mt-1 font-semibold text-clay">{role}</p>
              </div>
            </div>
            <p className="mt-4 text-muted">{biography}</p>
          </li>
        ))}
      </SnapRow>
    </Section>
  );
}
