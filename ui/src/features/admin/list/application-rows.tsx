import type { ApplicationSummary } from '../../../api/review/applications';
import { DataList, type Column, type Sorting } from '../../../components/lists/data-list';
import { DateTime } from '../../../components/text/date-time';
import { StatusBadge } from '../../../components/feedback/status-badge';
import { admin } from '../../../content/membership/admin';
import { changeRequests } from '../../../content/membership/change-requests';
import { selectionColumn } from '../bulk/selection-column';
import type { Selection } from '../bulk/use-selection';
import {
  ApplicationActions,
  nameOf,
  statusTones,
  type ActionHandlers,
} from './application-actions';

type Props = ActionHandlers & {
  applications: readonly ApplicationSummary[];
  sorting: Sorting;
  selection: Selection;
};

const { columns, caption } = admin.list;

/** The table truncates the text. The title attribute and the cards show all of it. */
const Short = ({ children, cut }: { children: string; cut: string }) => (
  <span className={cut} title={children}>
    {children}
  </span>
);
const ONE_LINE = 'md:block md:truncate';
const TWO_LINES = 'md:line-clamp-2 md:leading-snug md:break-words';

const columnsWith = (handlers: ActionHandlers): readonly Column<ApplicationSummary>[] => [
  {
    name: columns.name,
    sort: 'name',
    part: 'heading',
    cell: (application) => <Short cut={TWO_LINES}>{nameOf(application)}</Short>,
  },
  {
    name: columns.email,
    sort: 'email',
    cell: ({ email }) => <Short cut={ONE_LINE}>{email ?? admin.detail.none}</Short>,
  },
  {
    name: columns.position,
    sort: 'teaching_position',
    cell: ({ teaching_position }) => <Short cut={TWO_LINES}>{teaching_position}</Short>,
  },
  {
    name: columns.status,
    sort: 'status',
    part: 'corner',
    cell: ({ status, changes }) => (
      <div className="flex flex-col gap-0.5 max-md:items-end md:items-start md:gap-0">
        <StatusBadge tone={statusTones[status]}>{admin.status[status]}</StatusBadge>
        {status === 'pending' && changes !== null && (
          <span className="text-xs leading-tight whitespace-nowrap text-muted">
            {changeRequests.marks[changes]}
          </span>
        )}
      </div>
    ),
    className: 'w-29 xl:w-32',
  },
  {
    name: columns.submitted,
    sort: 'submitted_at',
    cell: ({ submitted_at }) => <DateTime at={submitted_at} />,
    className: 'w-27 whitespace-nowrap xl:w-32',
  },
  {
    name: columns.actions,
    part: 'buttons',
    cell: (application) => <ApplicationActions application={application} {...handlers} />,
    className: 'w-35 lg:w-60',
  },
];

export function ApplicationRows({ applications, sorting, selection, ...handlers }: Props) {
  const specified = columnsWith(handlers);
  return (
    <DataList
      caption={caption}
      columns={selection.isOn ? [selectionColumn(selection), ...specified] : specified}
      rows={applications}
      sorting={sorting}
    />
  );
}
