/** The links around an article: to its section above it, and to other articles below it. */
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { Section, SectionHeading } from '../../components/layout/section';
import { article } from '../../content/articles/article';
import { pages, type PageName } from '../../content/site/pages';
import { textLinkClasses } from '../../components/text/mail-text';

export function Breadcrumb({ section }: { section: PageName }) {
  const { path, title } = pages[section];
  return (
    <nav aria-label={article.breadcrumb} data-print="hide" className="mb-6 text-[0.95rem]">
      <ol className="flex flex-wrap gap-x-2">
        <li>
          <Link to={pages.home.path} className={textLinkClasses}>
            {article.home}
          </Link>
          <span aria-hidden="true" className="pl-2 text-muted">
            /
          </span>
        </li>
        <li>
          <Link to={path} className={textLinkClasses}>
            {title}
          </Link>
        </li>
      </ol>
    </nav>
  );
}

export function MoreArticles(props: {
  title: string;
  children: ReactNode;
  all: { path: string; label: string };
}) {
  const { title, children, all } = props;
  return (
    <Section tone="sand" labelledBy="related" data-print="hide">
      <SectionHeading id="related">{title}</SectionHeading>
      <ul className="grid gap-6 sm:grid-cols-2 lg:grid-cols-3">{children}</ul>
      <p className="mt-8">
        <Link to={all.path} className={textLinkClasses}>
          {all.label}
        </Link>
      </p>
    </Section>
  );
}

const OFFERED = 3;

/** Up to three other articles: first those of the same kind, then the rest, in list order. */
export function relatedTo<T>(
  one: T,
  all: readonly T[],
  kindOf: (item: T) => unknown,
): readonly T[] {
  const others = all.filter((other) => other !== one);
  const same = others.filter((other) => kindOf(other) === kindOf(one));
  return [...same, ...others.filter((other) => !same.includes(other))].slice(0, OFFERED);
}
