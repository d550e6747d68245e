/** Status, address and submission date below the name of an open application. */
import type { ApplicationDetail } from '../../../api/review/applications';
import { DateTime } from '../../../components/text/date-time';
import { StatusBadge } from '../../../components/feedback/status-badge';
import { admin } from '../../../content/membership/admin';
import { statusTones } from '../list/application-actions';

const { detail, status: statusNames } = admin;

export function ApplicantSummary({ application }: { application: ApplicationDetail }) {
  const { status, email, submitted_at } = application;
  return (
    <dl className="mt-1 flex flex-wrap items-center gap-x-4 gap-y-1 text-sm">
      <div>
        <dt className="sr-only">{admin.list.columns.status}</dt>
        <dd>
          <StatusBadge tone={statusTones[status]}>{statusNames[status]}</StatusBadge>
        </dd>
      </div>
      <div>
        <dt className="sr-only">{detail.email}</dt>
        <dd className="wrap-anywhere">{email ?? detail.none}</dd>
      </div>
      <div className="flex gap-1 text-muted">
        <dt>{detail.submitted}</dt>
        <dd>
          <DateTime at={submitted_at} />
        </dd>
      </div>
    </dl>
  );
}
