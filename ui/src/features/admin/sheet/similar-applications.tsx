/** Other applications that may be from the same person. */
import { Link, useLocation } from 'react-router-dom';
import type { ApplicationDetail } from '../../../api/review/applications';
import { StatusBadge } from '../../../components/feedback/status-badge';
import { DateTime } from '../../../components/text/date-time';
import { admin } from '../../../content/membership/admin';
import { reviewDesk } from '../../../content/membership/review-desk';
import { nameOf, statusTones } from '../list/application-actions';

const words = reviewDesk.similar;

export function SimilarApplications({ similar }: Required<Pick<ApplicationDetail, 'similar'>>) {
  // The link replaces the entry of this application, so Back leads to the list.
  const { search, state } = useLocation();
  if (similar.length === 0) return null;
  const addressOf = (id: string) => {
    const params = new URLSearchParams(search);
    params.set('application', id);
    return { search: params.toString() };
  };
  return (
    <section data-print="hide" className="rounded-md border border-sand-deep bg-sand/50 px-4 py-3">
      <h3 className="font-serif text-lg">{words.title}</h3>
      <ul className="divide-y divide-sand-deep">
        {similar.map((other) => (
          <li
            key={other.application_id}
            className="flex min-h-11 flex-wrap items-center gap-x-3 gap-y-1 py-1.5"
          >
            <Link
              to={addressOf(other.application_id)}
              replace
              state={state as unknown}
              className="py-1.5 font-semibold wrap-anywhere underline"
            >
              {nameOf(other)}
            </Link>
            <StatusBadge tone={statusTones[other.status]}>{admin.status[other.status]}</StatusBadge>
            <span className="text-sm text-muted">
              {words.reasons[other.reason]}, {words.submitted} <DateTime at={other.submitted_at} />
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
