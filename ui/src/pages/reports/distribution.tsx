/** Where the reports go, and how to hear one presented. */
import { InertButton } from '../../components/inert-button';
import { Section, SectionHeading } from '../../components/section';
import { distribution } from '../../content/reports';

export function Distribution() {
  return (
    <Section tone="white" labelledBy="distribution" className="text-center">
      <SectionHeading id="distribution" align="center" lead={distribution.text}>
        {distribution.title}
      </SectionHeading>
      <div className="flex flex-wrap justify-center gap-3">
        <InertButton size="large">{distribution.partners}</InertButton>
        <InertButton size="large" variant="secondary">
          {distribution.presentation}
        </InertButton>
      </div>
    </Section>
  );
}
