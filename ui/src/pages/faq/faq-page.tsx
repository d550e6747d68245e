import { Link } from 'react-router-dom';
import { paths } from '../../content/site/pages';
import { Accordion } from '../../components/controls/accordion';
import { LinkButton } from '../../components/controls/button';
import { PageContents } from '../../components/layout/page-contents';
import { PageHero } from '../../components/layout/page-hero';
import { Section, SectionHeading } from '../../components/layout/section';
import { faqContact, faqPage, namedPages } from '../../content/marketing/faq';
import { faqGroups } from '../../content/marketing/faq-groups';
import { useHashTarget } from '../../lib/hooks/use-hash-target';
import { NextStep } from '../../features/next-step/next-step';
import { MailText, textLinkClasses } from '../../components/text/mail-text';

export function FaqPage() {
  useHashTarget();
  return (
    <>
      <PageHero {...faqPage} />
      <Section className="grid gap-10 lg:grid-cols-[15rem_minmax(0,1fr)] lg:gap-16">
        <PageContents label={faqPage.contents} entries={faqGroups} />
        <div className="space-y-14 sm:space-y-16">
          {faqGroups.map((group) => (
            <section key={group.id} aria-labelledby={group.id}>
              <h2 id={group.id} tabIndex={-1} className="mb-5 text-[1.75rem] sm:mb-6 sm:text-3xl">
                {group.title}
              </h2>
              <Accordion
                linkLabel={faqPage.linkTo}
                items={group.items.map(({ id, question, answer }) => ({
                  id,
                  title: question,
                  content: (
                    <>
                      {answer.map((paragraph) => (
                        <p key={paragraph}>
                          <AnswerText>{paragraph}</AnswerText>
                        </p>
                      ))}
                      {id === faqPage.nextStepAt && <NextStep />}
                    </>
                  ),
                }))}
              />
            </section>
          ))}
        </div>
      </Section>
      <Section tone="sand" labelledBy="ask-another" className="text-center">
        <SectionHeading
          id="ask-another"
          align="center"
          lead={faqContact.text}
          className="mb-7 sm:mb-8"
        >
          {faqContact.title}
        </SectionHeading>
        <LinkButton to={paths[faqContact.page]} size="large">
          {faqContact.action}
        </LinkButton>
      </Section>
    </>
  );
}

const NAMES = new RegExp(`(${namedPages.map(({ name }) => name).join('|')})`);

function AnswerText({ children }: { children: string }) {
  return children.split(NAMES).map((part) => {
    const named = namedPages.find(({ name }) => name === part);
    if (named === undefined) return <MailText key={part}>{part}</MailText>;
    return (
      <Link key={part} to={named.to} className={textLinkClasses}>
        {part}
      </Link>
    );
  });
}
