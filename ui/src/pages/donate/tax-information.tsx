import { MailText } from '../../components/text/mail-text';
import { Section, SectionHeading } from '../../components/layout/section';
import { donate } from '../../content/marketing/donate';
import { organisation } from '../../content/site/organisation';

export function TaxInformation() {
  const { title, lead, facts, addressTerm, addressId, note } = donate.tax;
  return (
    <Section
      tone="paper"
      labelledBy="tax"
      className="grid gap-x-14 gap-y-2 lg:grid-cols-[1fr_1.5fr]"
    >
      <div className="mb-9 lg:mb-0">
        <SectionHeading id="tax" lead={lead}>
          {title}
        </SectionHeading>
        <p className="max-w-prose border-l-4 border-gold pl-5 text-[0.95rem] text-muted">{note}</p>
      </div>
      <dl className="border-t border-sand-deep">
        {facts.map((fact) => (
          <Fact key={fact.term} term={fact.term}>
            <MailText>{fact.text}</MailText>
          </Fact>
        ))}
        <Fact id={addressId} term={addressTerm}>
          {[organisation.name, ...organisation.address].map((line) => (
            <span key={line} className="block">
              {line}
            </span>
          ))}
        </Fact>
      </dl>
    </Section>
  );
}

function Fact({ id, term, children }: { id?: string; term: string; children: React.ReactNode }) {
  return (
    <div id={id} className="grid gap-x-6 border-b border-sand-deep py-4 sm:grid-cols-[10rem_1fr]">
      <dt className="font-semibold">{term}</dt>
      <dd className="text-muted">{children}</dd>
    </div>
  );
}
