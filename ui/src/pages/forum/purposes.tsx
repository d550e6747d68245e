/** Collaborate, Contribute, Create. */
import { FilePenLine, Lightbulb, MessagesSquare } from 'lucide-react';
import { IconCard } from '../../components/icon-card';
import { tints } from '../../components/portrait-door';
import { Section, SectionHeading } from '../../components/section';
import { forum } from '../../content/marketing/forum';

/** In the order of the list. */
const icons = [MessagesSquare, FilePenLine, Lightbulb] as const;

export function Purposes() {
  const { eyebrow, title, lead, list } = forum.purposes;
  return (
    <Section labelledBy="purposes">
      <SectionHeading id="purposes" eyebrow={eyebrow} lead={lead}>
        {title}
      </SectionHeading>
      <ul className="grid gap-6 lg:grid-cols-3">
        {list.map((purpose, place) => (
          <li key={purpose.title}>
            <IconCard
              icon={icons[place] ?? Lightbulb}
              title={purpose.title}
              tint={tints[place] ?? 'mint'}
            >
              <p>{purpose.text}</p>
            </IconCard>
          </li>
        ))}
      </ul>
    </Section>
  );
}
