import type { ReactNode } from 'react';
import { ArticleBody, headingId } from '../../features/articles/article-body';
import { Breadcrumb, MoreArticles, relatedTo } from '../../features/articles/article-links';
import { NoWrap, textLinkClasses } from '../../components/text/mail-text';
import { Button } from '../../components/controls/button';
import { PageHeading } from '../../components/layout/page-heading';
import { Picture } from '../../components/pictures/picture';
import { article, type ReportArticle, textOfReport } from '../../content/articles/article';
import { firstYear } from '../../content/marketing/facts';
import { organisation } from '../../content/site/organisation';
import { pages } from '../../content/site/pages';
import { reportPath } from '../../content/publications/article-titles';
import { reports } from '../../content/publications/report-list';
import { coverOf, featured } from '../../content/publications/reports';
import { ReportCard } from '../../features/reports/report-card';
import { siteOrigin } from '../../lib/browser/site-origin';

/** The featured report matches no filter. */
const all = [
  {
    id: featured.id,
    title: featured.title,
    subtitle: featured.lead,
    image: featured.image,
    year: String(firstYear.year),
    topic: undefined,
    state: featured.place,
  },
  ...reports,
];

export async function reportPageOf(id: string): Promise<() => ReactNode> {
  const text = await textOfReport(id);
  const report = all.find((each) => each.id === id);
  if (!report) throw new Error(`There is no report ${id}.`);
  return () => <ReportPage report={report} text={text} />;
}

function ReportPage({ report, text }: { report: (typeof all)[number]; text: ReportArticle }) {
  const related = relatedTo(
    reports.find(({ id }) => id === report.id),
    reports,
    (other) => other?.topic,
  );
  const blocks = [
    ...text.blocks,
    { heading: article.cite },
    article.citation(
      organisation.name,
      report.year,
      report.title,
      siteOrigin() + reportPath(report.id),
    ),
  ];
  const headings = blocks.flatMap((block) => (block as { heading?: string }).heading ?? []);
  const facts = [
    ...(report.topic ? [[article.topic, report.topic] as const] : []),
    [article.place, report.state],
    [article.year, report.year],
    [article.basis, article.teachers(text.teachers)],
  ] as const;
  return (
    <>
      <article className="mx-auto w-full max-w-6xl px-5 pt-8 pb-12 sm:px-8 sm:pt-12 sm:pb-16">
        <Breadcrumb section="reports" />
        <div className="grid gap-x-14 gap-y-8 lg:grid-cols-[minmax(0,1fr)_15rem] print:block">
          <div>
            <PageHeading eyebrow={report.topic ?? featured.eyebrow} lead={report.subtitle}>
              {report.title}
            </PageHeading>
            <p className="mt-4 mb-8 text-[0.95rem] text-muted">
              <span className="font-semibold text-ink">{organisation.name}</span>
              {' · '}
              <time dateTime={report.year}>{report.year}</time>
              {' · '}
              <NoWrap>{article.method(text.teachers)}</NoWrap>
            </p>
            <nav aria-label={article.contents} className="mb-8 print:hidden">
              <ul>
                {headings.map((heading) => (
                  <li key={heading} className="py-1.5">
                    <a href={`#${headingId(heading)}`} className={textLinkClasses}>
                      {heading}
                    </a>
                  </li>
                ))}
              </ul>
            </nav>
            <Button variant="secondary" className="mb-8" onClick={() => window.print()}>
              {article.print}
            </Button>
            <ArticleBody blocks={blocks} />
          </div>
          <aside
            aria-label={article.about}
            className="flex gap-6 max-lg:row-start-1 max-lg:hidden sm:max-lg:flex lg:sticky lg:top-28 lg:block lg:self-start print:hidden"
          >
            <Picture
              src={report.image}
              alt={coverOf(report.title)}
              width={300}
              height={400}
              eager
              className="h-auto w-36 border border-sand-deep shadow-page lg:w-full"
            />
            <div>
              <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1 lg:mt-6">
                {facts.map(([term, value]) => (
                  <div key={term} className="contents">
                    <dt className="text-muted">{term}</dt>
                    <dd className="font-medium">{value}</dd>
                  </div>
                ))}
              </dl>
              <p className="mt-5 text-[0.95rem] text-muted">{article.passOn}</p>
            </div>
          </aside>
        </div>
      </article>
      <MoreArticles
        title={article.relatedReports}
        all={{ path: pages.reports.path, label: article.allReports }}
      >
        {related.map(
          (other) =>
            other && (
              <li key={other.id}>
                <ReportCard report={other} />
              </li>
            ),
        )}
      </MoreArticles>
    </>
  );
}
