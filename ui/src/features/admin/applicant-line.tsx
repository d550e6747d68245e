/** Below the name at the head of an open application: its status, the applicant's address and the day it came in. */
import type { ApplicationDetail } from '../../api/review';
import { Moment } from '../../components/moment';
import { StatusBadge } from '../../components/status-badge';
import { admin } from '../../content/membership/admin';
import { statusTones } from './application-actions';

const { detail, status: statusNames } = admin;

export function ApplicantLine({ application }: { application: ApplicationDetail }) {
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
          <Moment at={submitted_at} />
        </dd>
      </div>
    </dl>
  );
}
