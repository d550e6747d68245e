/**
 * The listed applications: a table where there is room for one, cards on a phone. The same facts and buttons in both.
 */
import type { ApplicationSummary } from '../../api/review';
import { StatusBadge } from '../../components/status-badge';
import { admin } from '../../content/admin';
import {
  ApplicationActions,
  nameOf,
  statusTones,
  type ActionHandlers,
} from './application-actions';
import { useIsNarrow } from './use-is-narrow';

type Props = ActionHandlers & { applications: readonly ApplicationSummary[] };

const { columns, caption } = admin.list;

export function Moment({ at }: { at: string }) {
  return (
    <time dateTime={at}>{new Date(at).toLocaleDateString('en-US', { dateStyle: 'medium' })}</time>
  );
}

export function ApplicationRows(props: Props) {
  return useIsNarrow() ? <Cards {...props} /> : <Table {...props} />;
}

function Table({ applications, ...handlers }: Props) {
  return (
    <table className="w-full border-collapse text-left text-sm">
      <caption className="sr-only">{caption}</caption>
      <thead>
        <tr className="border-b border-sand text-muted">
          {Object.values(columns).map((column) => (
            <th key={column} scope="col" className="px-3 py-3 font-semibold">
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {applications.map((application) => (
          <tr key={application.id} className="border-b border-sand align-middle">
            <th scope="row" className="min-w-32 px-3 py-3 font-semibold wrap-anywhere">
              {nameOf(application)}
            </th>
            <td className="min-w-56 px-3 py-3 wrap-anywhere">{application.email}</td>
            <td className="min-w-36 px-3 py-3 wrap-anywhere">{application.teaching_position}</td>
            <td className="px-3 py-3">
              <StatusBadge tone={statusTones[application.status]}>
                {admin.status[application.status]}
              </StatusBadge>
            </td>
            <td className="px-3 py-3 whitespace-nowrap">
              <Moment at={application.submitted_at} />
            </td>
            <td className="px-3 py-2">
              <ApplicationActions application={application} {...handlers} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Cards({ applications, ...handlers }: Props) {
  return (
    <ul aria-label={caption} className="grid gap-4 md:grid-cols-2">
      {applications.map((application) => (
        <li key={application.id} className="rounded-lg border border-sand p-4">
          <div className="flex items-start justify-between gap-3">
            <h2 className="min-w-0 text-lg wrap-anywhere">{nameOf(application)}</h2>
            <StatusBadge tone={statusTones[application.status]}>
              {admin.status[application.status]}
            </StatusBadge>
          </div>
          <dl className="my-3 grid grid-cols-[auto_1fr] gap-x-4 gap-y-1 text-sm">
            <dt className="text-muted">{columns.email}</dt>
            <dd className="wrap-anywhere">{application.email}</dd>
            <dt className="text-muted">{columns.position}</dt>
            <dd className="wrap-anywhere">{application.teaching_position}</dd>
            <dt className="text-muted">{columns.submitted}</dt>
            <dd>
              <Moment at={application.submitted_at} />
            </dd>
          </dl>
          <ApplicationActions application={application} {...handlers} />
        </li>
      ))}
    </ul>
  );
}
