/** One page at two paths: /terms starts at the Terms of Use. */
import type { ReactNode } from 'react';
import { paths } from '../../content/site/pages';
import { PageContents } from '../../components/layout/page-contents';
import { PageHero } from '../../components/layout/page-hero';
import { Section } from '../../components/layout/section';
import { legalPage, policies } from '../../content/legal/legal';
import { termsOfUse } from '../../content/legal/terms-of-use';
import { useHashTarget } from '../../lib/hooks/use-hash-target';
import { MailText } from '../../components/text/mail-text';
import { Switch } from '../../lib/browser/site';
import type { Block, Policy, Switched } from '../../content/legal/policy';

export function LegalPage({ path }: { path: string }) {
  useHashTarget(path === paths.terms ? termsOfUse.id : undefined);
  return (
    <>
      <PageHero {...legalPage} />
      <Section className="grid gap-12 lg:grid-cols-[17rem_minmax(0,1fr)] lg:gap-16">
        <PageContents
          label={legalPage.contents}
          entries={policies.map(({ id, title, sections }) => ({
            id,
            title,
            parts: sections.map((part) => ({
              id: part.id,
              title: switched(part.title, (text) => text),
            })),
          }))}
        />
        <div className="max-w-[44rem] space-y-20">
          {policies.map((policy) => (
            <PolicyArticle key={policy.id} policy={policy} />
          ))}
        </div>
      </Section>
    </>
  );
}

function PolicyArticle({ policy }: { policy: Policy }) {
  return (
    <article
      aria-labelledby={policy.id}
      className="print:break-before-page first:print:break-before-auto"
    >
      <h2 id={policy.id} tabIndex={-1} className="text-3xl sm:text-4xl">
        {policy.title}
      </h2>
      <p className="mt-3 text-muted">
        {legalPage.effective}{' '}
        <time dateTime={legalPage.effectiveDate}>{legalPage.effectiveDatePrinted}</time>
      </p>
      <p className="mt-6 border-l-4 border-gold pl-5 font-serif text-xl leading-relaxed">
        {policy.summary}
      </p>
      <div className="mt-10 space-y-9">
        {policy.sections.map(({ id, title, blocks }, at) => (
          <section key={id} aria-labelledby={id}>
            {switched(title, (text) => (
              <h3 id={id} tabIndex={-1} className="text-xl sm:text-2xl">
                <span className="text-clay">{at + 1}.</span> {text}
              </h3>
            ))}
            <div className="mt-3 space-y-4">
              {blocks.map((block) => (
                <PolicyBlock key={JSON.stringify(block)} block={block} />
              ))}
            </div>
          </section>
        ))}
      </div>
    </article>
  );
}

function switched(text: string | Switched, render: (text: string) => ReactNode): ReactNode {
  if (typeof text === 'string') return render(text);
  const shown = (variant?: string) => variant !== undefined && render(variant);
  return <Switch feature={text.features} on={shown(text.on)} off={shown(text.off)} />;
}

function PolicyBlock({ block }: { block: Block }) {
  if (typeof block === 'string' || 'features' in block) {
    return switched(block, (text) => (
      <p>
        <MailText>{text}</MailText>
      </p>
    ));
  }
  if ('points' in block) {
    return (
      <ul className="list-disc space-y-2 pl-6 marker:text-clay">
        {block.points.map((point) => (
          <li key={point}>
            <MailText>{point}</MailText>
          </li>
        ))}
      </ul>
    );
  }
  return (
    <dl className="divide-y divide-sand-deep border-y border-sand-deep">
      {block.terms.map(({ term, text, features }) => {
        const entry = (
          <div key={term} className="py-4 print:break-inside-avoid">
            <dt className="font-semibold wrap-anywhere">{term}</dt>
            <dd className="mt-1 text-muted">
              <MailText>{text}</MailText>
            </dd>
          </div>
        );
        return features ? <Switch key={term} feature={features} on={entry} /> : entry;
      })}
    </dl>
  );
}
