/** The five terms of attendance. */
import { Check } from 'lucide-react';
import { NextStep } from '../../features/next-step/next-step';
import { Section, SectionHeading } from '../../components/section';
import { forum } from '../../content/marketing/forum';

export function Eligibility() {
  const { eyebrow, title, lead, list } = forum.eligibility;
  return (
    <Section labelledBy="eligibility" className="grid gap-x-16 lg:grid-cols-[1fr_1.6fr]">
      <div className="mb-9 lg:mb-0">
        <SectionHeading id="eligibility" eyebrow={eyebrow} lead={lead} className="mb-4 sm:mb-5">
          {title}
        </SectionHeading>
        <NextStep className="text-lg" />
      </div>
      <ul className="divide-y divide-sand-deep border-y border-sand-deep">
        {list.map(({ term, note }) => (
          <li key={term} className="flex gap-5 py-5">
            <span
              aria-hidden="true"
              className="flex h-11 w-9 shrink-0 items-center justify-center rounded-doorway bg-mint pt-1 text-evergreen"
            >
              <Check className="size-5" />
            </span>
            <div>
              <h3 className="text-xl">{term}</h3>
              <p className="mt-1 text-muted">{note}</p>
            </div>
          </li>
        ))}
      </ul>
    </Section>
  );
}
