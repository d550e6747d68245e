import { Link } from 'react-router-dom';
import { paths } from '../../content/site/pages';
import { LinkButton } from '../../components/controls/button';
import { PageContents } from '../../components/layout/page-contents';
import { PageHero } from '../../components/layout/page-hero';
import { Section, SectionHeading } from '../../components/layout/section';
import { Switch } from '../../lib/browser/site';
import {
  faqContact,
  faqGroups,
  faqPage,
  namedPages,
  onlineGiving,
} from '../../content/marketing/faq';
import { useHashTarget } from '../../lib/hooks/use-hash-target';
import { NextStep } from '../../features/next-step/next-step';
import { MailText, textLinkClasses } from '../../components/text/mail-text';
import { ChevronDown, Link2 } from 'lucide-react';

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
              <Questions items={group.items} />
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

function Paragraph({ children }: { children: string }) {
  const { from, to } = onlineGiving;
  const text = (words: string) => (
    <p>
      <AnswerText>{words}</AnswerText>
    </p>
  );
  if (!children.includes(from)) return text(children);
  return <Switch feature="giving" on={text(children.replace(from, to))} off={text(children)} />;
}

/**
 * Questions that expand to show their answers. Several can be open. They are native <details> elements, which work without
 * JavaScript and open for find-in-page and fragment links. `hidden="until-found"` would not work, because React writes it
 * as plain `hidden`. Printing shows all answers (app/startup/before-print.ts).
 */
function Questions({ items }: { items: (typeof faqGroups)[number]['items'] }) {
  return (
    <div className="divide-y divide-sand-deep overflow-clip rounded-lg border border-sand-deep bg-white print:border-0">
      {items.map(({ id, question, answer }) => (
        <details key={id} id={id} className="group print:break-inside-avoid">
          <summary className="flex min-h-14 cursor-pointer list-none items-start justify-between gap-4 px-5 py-4 -outline-offset-4 hover:text-clay sm:px-7 [&::-webkit-details-marker]:hidden">
            <h3 className="text-lg leading-snug sm:text-xl">{question}</h3>
            <ChevronDown
              aria-hidden="true"
              className="mt-0.5 size-6 shrink-0 text-clay transition-transform group-open:rotate-180 print:hidden"
            />
          </summary>
          <div className="px-5 pb-3 sm:flex sm:items-end sm:justify-between sm:gap-4 sm:px-7 sm:pb-6">
            <div className="max-w-prose space-y-3 text-muted">
              {answer.map((paragraph) => (
                <Paragraph key={paragraph}>{paragraph}</Paragraph>
              ))}
              {id === faqPage.nextStepAt && <NextStep />}
            </div>
            <Link
              to={`#${id}`}
              aria-label={faqPage.linkTo(question)}
              className="-mr-2.5 ml-auto flex size-11 sm:-mb-2.5 shrink-0 items-center justify-center rounded-full text-muted hover:bg-sand hover:text-ink print:hidden"
            >
              <Link2 aria-hidden="true" className="size-5" />
            </Link>
          </div>
        </details>
      ))}
    </div>
  );
}
