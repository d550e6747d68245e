/** Orders for a whole school, and beside them the brand ambassadors. */
import { Check } from 'lucide-react';
import { paths } from '../../content/site/pages';
import { Button, LinkButton } from '../../components/button';
import { Section, SectionHeading } from '../../components/section';
import { store } from '../../content/marketing/store';

export function BulkOrders({ onAsk }: { onAsk: (feature: string) => void }) {
  const { bulk, ambassador } = store;
  return (
    <Section
      tone="paper"
      labelledBy="bulk"
      className="grid items-center gap-x-14 gap-y-12 lg:grid-cols-[1.5fr_1fr]"
    >
      <div>
        <SectionHeading id="bulk" lead={bulk.lead} className="mb-6 sm:mb-7">
          {bulk.title}
        </SectionHeading>
        <ul className="max-w-prose space-y-3">
          {bulk.points.map((point) => (
            <li key={point} className="flex gap-3">
              <Check aria-hidden="true" className="mt-0.5 size-6 shrink-0 text-evergreen" />
              {point}
            </li>
          ))}
        </ul>
        <Button size="large" className="mt-8" onClick={() => onAsk(bulk.feature)}>
          {bulk.action}
        </Button>
      </div>
      <div className="flex flex-col items-start rounded-t-md border-b-4 border-ink bg-honey/45 p-7 sm:p-9 lg:items-center lg:rounded-doorway lg:px-12 lg:pt-40 lg:pb-12 lg:text-center">
        <h3 className="text-2xl">{ambassador.title}</h3>
        <p className="mt-3 mb-6">{ambassador.text}</p>
        <LinkButton to={paths[ambassador.page]} variant="secondary">
          {ambassador.action}
        </LinkButton>
      </div>
    </Section>
  );
}
