/** The five values: three in a row and two below them, so that the grid closes without a gap. */
import { ChartColumn, Flag, Presentation, Scale, Trees } from 'lucide-react';
import { IconCard } from '../../components/icon-card';
import { classNames } from '../../lib/class-names';
import { tints } from '../../components/portrait-door';
import { Section, SectionHeading } from '../../components/section';
import { SnapRow } from '../../components/snap-row';
import { about } from '../../content/marketing/about';

/** In the order of the list. */
const icons = [Presentation, ChartColumn, Trees, Flag, Scale] as const;

export function Values() {
  const { list, title, eyebrow, lead } = about.values;
  return (
    <Section labelledBy="values">
      <SectionHeading id="values" eyebrow={eyebrow} lead={lead}>
        {title}
      </SectionHeading>
      <SnapRow label={title} className="sm:grid-cols-2 lg:grid-cols-6">
        {list.map((value, place) => (
          <li
            key={value.title}
            className={classNames(place < 3 ? 'lg:col-span-2' : 'lg:col-span-3')}
          >
            <IconCard
              icon={icons[place] ?? Scale}
              title={value.title}
              tint={tints[place % tints.length] ?? 'mint'}
            >
              <p>{value.text}</p>
            </IconCard>
          </li>
        ))}
      </SnapRow>
    </Section>
  );
}
