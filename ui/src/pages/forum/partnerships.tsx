/** For universities and districts. */
import { InertButton } from '../../components/controls/inert-button';
import { MailText } from '../../components/text/mail-text';
import { Section, SectionHeading } from '../../components/layout/section';
import { forum } from '../../content/forum';

export function Partnerships() {
  const { eyebrow, title, text, button } = forum.partnerships;
  return (
    <Section
      tone="sand"
      labelledBy="partnerships"
      className="flex flex-wrap items-end justify-between gap-x-12 gap-y-8"
    >
      <div>
        <SectionHeading id="partnerships" eyebrow={eyebrow} lead={<MailText>{text}</MailText>}>
          {title}
        </SectionHeading>
      </div>
      <InertButton size="large">{button}</InertButton>
    </Section>
  );
}
