import { Alert } from '../../components/feedback/alert';
import { LinkButton } from '../../components/controls/button';
import { season as words } from '../../content/membership/season';
import { paths } from '../../content/site/pages';
import { siteSettings } from '../../lib/browser/site';
import { longDate } from '../../lib/format';

/** Nothing without dates. */
export function SeasonDates() {
  const { closes_on: closes, decides_by: decides } = siteSettings().season;
  const sentences = [
    closes && words.closes(longDate(closes)),
    decides && words.decides(longDate(decides)),
  ];
  const text = sentences.filter(Boolean).join(' ');
  return text === '' ? null : <p className="mt-3 text-muted">{text}</p>;
}

export function ApplicationsClosed({ takesFocus }: { takesFocus: boolean }) {
  const { closes_on: closes } = siteSettings().season;
  const { title, text, kept, forum } = words.closed;
  return (
    <div className="mt-5 space-y-5">
      <Alert title={title} takesFocus={takesFocus}>
        {closes === null ? '' : text(longDate(closes))}
      </Alert>
      <p>{kept}</p>
      <LinkButton to={paths.forum}>{forum}</LinkButton>
    </div>
  );
}
