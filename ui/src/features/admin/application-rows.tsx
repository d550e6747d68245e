/** The listed applications, with View, Approve and Reject. */
import type { ApplicationSummary } from '../../api/review';
import { DataList, type Column } from '../../components/data-list';
import { Moment } from '../../components/moment';
import { StatusBadge } from '../../components/status-badge';
import { admin } from '../../content/admin';
import {
  ApplicationActions,
  nameOf,
  statusTones,
  type ActionHandlers,
} from './application-actions';

type Props = ActionHandlers & { applications: readonly ApplicationSummary[] };

const { columns, caption } = admin.list;

const columnsWith = (handlers: ActionHandlers): readonly Column<ApplicationSummary>[] => [
  { name: columns.name, part: 'heading', cell: nameOf, className: 'min-w-24 wrap-anywhere' },
  {
    name: columns.email,
    cell: ({ email }) => email ?? admin.detail.none,
    className: 'min-w-32 wrap-anywhere',
  },
  {
    name: columns.position,
    cell: ({ teaching_position }) => teaching_position,
    className: 'min-w-28 wrap-anywhere',
  },
  {
    name: columns.status,
    part: 'corner',
    cell: ({ status }) => (
      <StatusBadge tone={statusTones[status]}>{admin.status[status]}</StatusBadge>
    ),
  },
  {
    name: columns.submitted,
    cell: ({ submitted_at }) => <Moment at={submitted_at} />,
    className: 'xl:whitespace-nowrap',
  },
  {
    name: columns.actions,
    part: 'buttons',
    cell: (application) => <ApplicationActions application={application} {...handlers} />,
  },
];

export function ApplicationRows({ applications, ...handlers }: Props) {
  return <DataList caption={caption} columns={columnsWith(handlers)} rows={applications} />;
}
