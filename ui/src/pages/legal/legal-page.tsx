/** One page at two paths: /terms starts at the Terms of Use. */
import { paths } from '../../content/site/pages';
import { PageContents } from '../../components/layout/page-contents';
import { PageHero } from '../../components/layout/page-hero';
import { Section } from '../../components/layout/section';
import { legalPage, policies } from '../../content/legal/legal';
import { termsOfUse } from '../../content/legal/terms-of-use';
import { useHashTarget } from '../../lib/hooks/use-hash-target';
import { PolicyArticle } from './policy-article';

export function LegalPage({ path }: { path: string }) {
  useHashTarget(path === paths.terms ? termsOfUse.id : undefined);
  return (
    <>
      <PageHero {...legalPage} />
      <Section className="grid gap-12 lg:grid-cols-[17rem_minmax(0,1fr)] lg:gap-16">
        <PageContents
          label={legalPage.contents}
          entries={policies.map(({ id, title, sections }) => ({ id, title, parts: sections }))}
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
