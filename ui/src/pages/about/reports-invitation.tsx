/** The way on to the reports. */
import { paths } from '../../content/site/pages';
import { LinkButton } from '../../components/button';
import { Section, SectionHeading } from '../../components/section';
import { about } from '../../content/marketing/about';

export function ReportsInvitation() {
  const { title, text, link } = about.reports;
  return (
    <Section
      tone="sand"
      labelledBy="reports"
      className="flex flex-wrap items-end justify-between gap-x-12 gap-y-8"
    >
      <div>
        <SectionHeading id="reports" lead={text}>
          {title}
        </SectionHeading>
      </div>
      <LinkButton to={paths[link.page]} size="large">
        {link.label}
      </LinkButton>
    </Section>
  );
}
