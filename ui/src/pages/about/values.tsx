/** The five values. The heading takes the first of six places, so that the grid closes without a gap. */
import { ChartColumn, Flag, Presentation, Scale, Trees } from 'lucide-react';
import { IconCard } from '../../components/icon-card';
import { tints } from '../../components/portrait-door';
import { Section, SectionHeading } from '../../components/section';
import { about } from '../../content/about';

/** In the order of the list. */
const icons = [Presentation, ChartColumn, Trees, Flag, Scale] as const;

export function Values() {
  const { list, title, eyebrow, lead } = about.values;
  return (
    <Section labelledBy="values" className="grid gap-6 sm:grid-cols-2 lg:grid-cols-3">
      <SectionHeading id="values" eyebrow={eyebrow} lead={lead} className="self-center lg:pr-6">
        {title}
      </SectionHeading>
      <ul className="contents">
        {list.map((value, place) => (
          <li key={value.title}>
            <IconCard
              icon={icons[place] ?? Scale}
              title={value.title}
              tint={tints[place % tints.length] ?? 'mint'}
            >
              <p>{value.text}</p>
            </IconCard>
          </li>
        ))}
      </ul>
    </Section>
  );
}
