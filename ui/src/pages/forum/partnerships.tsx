/** For universities and districts. */
import { InertButton } from '../../components/inert-button';
import { MailText } from '../../components/mail-text';
import { Section, SectionHeading } from '../../components/section';
import { forum } from '../../content/marketing/forum';

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
