/**
 * Privacy Policy, Terms of Use and Cookie Policy, one page at two addresses: /terms begins at the Terms.
 */
import { Link, useLocation } from 'react-router-dom';
import { paths } from '../../app/paths';
import { PageHero } from '../../components/page-hero';
import { Section } from '../../components/section';
import { legalPage, policies } from '../../content/legal';
import { termsOfUse } from '../../content/legal/terms-of-use';
import { useHashTarget } from '../../lib/use-hash-target';
import { PolicyArticle } from './policy-article';

export function LegalPage() {
  const { pathname } = useLocation();
  useHashTarget(pathname.startsWith(paths.terms) ? termsOfUse.id : undefined);
  return (
    <>
      <PageHero {...legalPage} />
      <Section className="grid gap-12 lg:grid-cols-[17rem_minmax(0,1fr)] lg:gap-16">
        <Contents />
        <div className="max-w-[44rem] space-y-20">
          {policies.map((policy) => (
            <PolicyArticle key={policy.id} policy={policy} />
          ))}
        </div>
      </Section>
    </>
  );
}

/** The sections are listed where the contents stand beside the text; above it they would be in its way. */
function Contents() {
  return (
    <nav
      aria-labelledby="legal-contents"
      data-print="hide"
      className="lg:sticky lg:top-28 lg:max-h-[calc(100vh-8rem)] lg:self-start lg:overflow-y-auto"
    >
      <p id="legal-contents" className="eyebrow text-clay">
        {legalPage.contents}
      </p>
      <ul className="mt-3 lg:space-y-2">
        {policies.map((policy) => (
          <li key={policy.id}>
            <Link
              to={`#${policy.id}`}
              className="flex min-h-11 items-center font-serif text-lg font-semibold underline-offset-4 hover:text-clay hover:underline lg:min-h-8"
            >
              {policy.title}
            </Link>
            <ol className="hidden border-l-2 border-sand-deep lg:block">
              {policy.sections.map(({ id, title }) => (
                <li key={id}>
                  <Link
                    to={`#${id}`}
                    className="-ml-0.5 block border-l-2 border-transparent pl-4 text-[0.9rem] leading-6 text-muted hover:border-clay hover:text-clay"
                  >
                    {title}
                  </Link>
                </li>
              ))}
            </ol>
          </li>
        ))}
      </ul>
    </nav>
  );
}
