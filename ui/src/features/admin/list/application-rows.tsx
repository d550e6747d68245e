import { Check, Eye, X } from 'lucide-react';
import type { ComponentProps } from 'react';
import type { ApplicationSummary, Decision } from '../../../api/review/applications';
import { Button } from '../../../components/controls/button';
import { admin } from '../../../content/membership/admin';
import { classNames } from '../../../lib/class-names';
import { DataList, type Column, type Sorting } from '../../../components/lists/data-list';
import { DateTime } from '../../../components/text/date-time';
import { StatusBadge } from '../../../components/feedback/status-badge';
import { changeRequests } from '../../../content/membership/change-requests';
import { reading } from '../../../content/membership/reading';
import { nameOf, statusTones, viewButtonId } from '../application';
import { isBlind } from '../blind';
import { selectionColumn, type Selection } from '../decide/selection';

type ActionHandlers = {
  busy: ReadonlySet<string>;
  onView(id: string): void;
  onDecide(application: ApplicationSummary, decision: Decision): void;
};

type ActionsProps = ActionHandlers & { application: ApplicationSummary };

type ActionProps = ComponentProps<typeof Button> & { icon: typeof Eye; word: string; name: string };

/** A narrow table shows the icon, a wider one the word, and a card both. */
function Action({ icon: Icon, word, name, className, ...rest }: ActionProps) {
  return (
    <Button
      size="small"
      variant="secondary"
      aria-label={name}
      title={word}
      className={classNames('md:scroll-mt-12 snug:size-9 snug:px-0 roomy:px-2.5', className)}
      {...rest}
    >
      <Icon aria-hidden="true" className="size-4 roomy:hidden" />
      <span className="snug:hidden">{word}</span>
    </Button>
  );
}

/** Each button names the applicant for assistive technology. */
function ApplicationActions({ application, busy, onView, onDecide }: ActionsProps) {
  const { actions } = admin;
  const name = nameOf(application);
  const { id } = application;
  const isBusy = busy.has(id);
  return (
    <div className="grid grid-cols-2 gap-3 sm:flex md:gap-1.5">
      <Action
        id={viewButtonId(id)}
        icon={Eye}
        word={actions.view}
        name={actions.viewOf(name)}
        className="max-sm:col-span-2"
        onClick={() => onView(id)}
      />
      {application.status === 'pending' && (
        <>
          <Action
            icon={Check}
            word={actions.approve}
            name={actions.approveOf(name)}
            busy={isBusy}
            onClick={() => onDecide(application, 'approved')}
          />
          <Action
            icon={X}
            word={actions.reject}
            name={actions.rejectOf(name)}
            variant="destructive"
            className="sm:ml-3"
            busy={isBusy}
            onClick={() => onDecide(application, 'rejected')}
          />
        </>
      )}
    </div>
  );
}

type Props = ActionHandlers & {
  applications: readonly ApplicationSummary[];
  sorting: Sorting;
  selection: Selection;
  /** The application that is open beside the list. */
  currentId: string | null;
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
    cell: ({ email }) => (
      <Short cut={ONE_LINE}>
        {isBlind() ? reading.blind.hidden : (email ?? admin.detail.none)}
      </Short>
    ),
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
    className: 'w-29 ample:w-32',
  },
  {
    name: columns.submitted,
    sort: 'submitted_at',
    cell: ({ submitted_at }) => <DateTime at={submitted_at} />,
    className: 'w-27 whitespace-nowrap ample:w-32',
  },
  {
    name: columns.actions,
    part: 'buttons',
    cell: (application) => <ApplicationActions application={application} {...handlers} />,
    className: 'w-35 roomy:w-60',
  },
];

export function ApplicationRows({
  applications,
  sorting,
  selection,
  currentId,
  ...handlers
}: Props) {
  const specified = columnsWith(handlers);
  return (
    <DataList
      caption={caption}
      columns={selection.isOn ? [selectionColumn(selection), ...specified] : specified}
      rows={applications}
      sorting={sorting}
      currentId={currentId}
    />
  );
}
