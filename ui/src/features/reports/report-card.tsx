import { BookOpenText, FileText, Headphones, type LucideIcon } from 'lucide-react';
import { Picture } from '../../components/pictures/picture';
import { Link } from 'react-router-dom';
import { reportPath } from '../../content/publications/article-titles';
import { coverOf, library } from '../../content/publications/reports';
import type { Format, Report } from '../../content/publications/report-list';

const icons: Record<Format, LucideIcon> = {
  PDF: FileText,
  Web: BookOpenText,
  Audio: Headphones,
};

export function ReportCard({ report }: { report: Report }) {
  return (
    <article className="relative flex h-full break-inside-avoid gap-4 rounded-lg border border-sand-deep bg-white p-3.5 sm:gap-6 sm:p-6">
      <Picture
        src={report.image}
        alt={coverOf(report.title)}
        width={300}
        height={400}
        className="h-auto w-18 shrink-0 self-start border border-sand-deep shadow-page sm:w-36"
      />
      <div className="flex min-w-0 flex-col">
        <p className="eyebrow text-clay">{report.topic}</p>
        <h3 className="mt-1 text-lg sm:mt-1.5 sm:text-2xl">
          <Link to={reportPath(report.id)} className="after:absolute after:inset-0 hover:underline">
            {report.title}
          </Link>
        </h3>
        <p className="mt-1 text-muted max-sm:text-[0.95rem] max-sm:leading-snug sm:mt-2">
          {report.subtitle}
        </p>
        <p className="mt-1.5 font-semibold max-sm:text-[0.95rem] sm:mt-3">
          {report.state} · <time dateTime={report.year}>{report.year}</time>
        </p>
        <ul
          aria-label={library.formats}
          className="mt-auto flex flex-wrap gap-x-4 gap-y-1 pt-1 sm:pt-3"
        >
          {report.formats.map((format) => {
            const Icon = icons[format];
            return (
              <li key={format} className="flex items-center gap-1.5 text-[0.95rem] text-muted">
                <Icon aria-hidden="true" className="size-4" />
                <span>{format}</span>
              </li>
            );
          })}
        </ul>
        <p className="mt-1 text-sm text-muted">{library.available(report.formats)}</p>
      </div>
    </article>
  );
}
