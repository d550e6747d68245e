/** The listed applications, with View, Approve and Reject. */
import type { ApplicationSummary } from '../../api/review';
import { DataList, type Column, type Sorting } from '../../components/data-list';
import { Moment } from '../../components/moment';
import { StatusBadge } from '../../components/status-badge';
import { admin } from '../../content/admin';
import {
  ApplicationActions,
  nameOf,
  statusTones,
  type ActionHandlers,
} from './application-actions';

type Props = ActionHandlers & { applications: readonly ApplicationSummary[]; sorting: Sorting };

const { columns, caption } = admin.list;

/** One line in the table, whole in its title and on cards. */
const OneLine = ({ children }: { children: string }) => (
  <span className="md:block md:truncate" title={children}>
    {children}
  </span>
);

const columnsWith = (handlers: ActionHandlers): readonly Column<ApplicationSummary>[] => [
  {
    name: columns.name,
    sort: 'name',
    part: 'heading',
    cell: (application) => <OneLine>{nameOf(application)}</OneLine>,
  },
  {
    name: columns.email,
    sort: 'email',
    cell: ({ email }) => <OneLine>{email ?? admin.detail.none}</OneLine>,
  },
  {
    name: columns.position,
    sort: 'teaching_position',
    cell: ({ teaching_position }) => <OneLine>{teaching_position}</OneLine>,
  },
  {
    name: columns.status,
    sort: 'status',
    part: 'corner',
    cell: ({ status }) => (
      <StatusBadge tone={statusTones[status]}>{admin.status[status]}</StatusBadge>
    ),
    className: 'w-28',
  },
  {
    name: columns.submitted,
    sort: 'submitted_at',
    cell: ({ submitted_at }) => <Moment at={submitted_at} />,
    className: 'w-30 whitespace-nowrap',
  },
  {
    name: columns.actions,
    part: 'buttons',
    cell: (application) => <ApplicationActions application={application} {...handlers} />,
    className: 'w-36 lg:w-64',
  },
];

export function ApplicationRows({ applications, sorting, ...handlers }: Props) {
  return (
    <DataList
      caption={caption}
      columns={columnsWith(handlers)}
      rows={applications}
      sorting={sorting}
    />
  );
}
