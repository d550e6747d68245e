/** Three teachers on their weekend. */
import { tints } from '../../components/portrait-door';
import { Quote } from '../../components/quote';
import { SnapRow } from '../../components/snap-row';
import { Section, SectionHeading } from '../../components/section';
import { forum } from '../../content/marketing/forum';

export function Testimonials() {
  const { eyebrow, title, list } = forum.testimonials;
  return (
    <Section tone="white" labelledBy="testimonials">
      <SectionHeading id="testimonials" eyebrow={eyebrow}>
        {title}
      </SectionHeading>
      <SnapRow label={title} className="sm:gap-12 lg:grid-cols-3">
        {list.map(({ person, role, text }, place) => (
          <li key={person.name} className="flex">
            <Quote
              text={text}
              name={person.name}
              role={role}
              image={person.image}
              tint={tints[place] ?? 'mint'}
            />
          </li>
        ))}
      </SnapRow>
    </Section>
  );
}
