/** Four partner universities with their crests. Cards of one row share its lines, however long a name is. */
import { Picture } from '../../components/picture';
import { SnapRow } from '../../components/snap-row';
import { Section, SectionHeading } from '../../components/section';
import { about } from '../../content/marketing/about';

export function Partners() {
  const { eyebrow, title, lead, list, crestOf } = about.partners;
  return (
    <Section labelledBy="partners">
      <SectionHeading id="partners" eyebrow={eyebrow} lead={lead}>
        {title}
      </SectionHeading>
      <SnapRow label={title} className="sm:grid-cols-2 lg:grid-cols-4">
        {list.map(({ name, state, text, crest }) => (
          <li
            key={name}
            className="row-span-4 grid grid-rows-subgrid gap-y-0 rounded-lg border border-sand-deep bg-white px-3 py-6 text-center"
          >
            <Picture
              src={crest}
              alt={crestOf(name)}
              width={240}
              height={240}
              className="mx-auto size-28"
            />
            <h3 className="mt-5 self-end text-xl">{name}</h3>
            <p className="mt-1 font-semibold text-clay">{state}</p>
            <p className="mt-3 px-3 text-muted">{text}</p>
          </li>
        ))}
      </SnapRow>
    </Section>
  );
}
