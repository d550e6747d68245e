import { Link } from 'react-router-dom';
import { article } from '../../content/articles/words';
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
