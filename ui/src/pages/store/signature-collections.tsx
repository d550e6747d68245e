/** The four collections, each a card with its emblem. */
import { Button } from '../../components/button';
import { Picture } from '../../components/picture';
import { SnapRow } from '../../components/snap-row';
import { Section, SectionHeading } from '../../components/section';
import { store } from '../../content/marketing/store';

export function SignatureCollections({ onAsk }: { onAsk: (feature: string) => void }) {
  const { title, lead, action, items } = store.collections;
  return (
    <Section tone="paper" labelledBy="collections">
      <SectionHeading id="collections" lead={lead}>
        {title}
      </SectionHeading>
      <SnapRow label={title} className="sm:grid-cols-2 lg:grid-cols-4">
        {items.map(({ name, text, image, alt }) => (
          <li
            key={name}
            className="flex flex-col overflow-hidden rounded-lg border border-sand-deep bg-white"
          >
            <Picture src={image} alt={alt} width={400} height={300} className="h-auto w-full" />
            <div className="flex flex-1 flex-col items-start border-t border-sand-deep p-5">
              <h3 className="text-xl lg:text-lg">{name}</h3>
              <p className="mt-2 mb-5 text-muted">{text}</p>
              <Button variant="secondary" className="mt-auto" onClick={() => onAsk(name)}>
                {action}
                <span className="sr-only">: {name}</span>
              </Button>
            </div>
          </li>
        ))}
      </SnapRow>
    </Section>
  );
}
