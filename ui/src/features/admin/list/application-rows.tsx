import { Check, Eye, StickyNote, X } from 'lucide-react';
import { type ComponentProps, useLayoutEffect } from 'react';
import type { ApplicationSummary, Decision } from '../../../api/review/applications';
import { Button } from '../../../components/controls/button';
import { admin } from '../../../content/membership/admin';
import { classNames } from '../../../lib/class-names';
import { DataList, type Column, type Sorting } from '../../../components/lists/data-list';
import { DateTime } from '../../../components/text/date-time';
import { StatusBadge } from '../../../components/feedback/status-badge';
import { changeRequests } from '../../../content/membership/change-requests';
import { reading } from '../../../content/membership/reading';
import { rows as rowWords } from '../../../content/membership/marks';
import { nameOf, statusTones, viewButtonId } from '../application';
import { isBlind } from '../blind';
import { selectionColumn, type Selection } from '../decide/selection';
import { MarkButtons, sumLines } from '../marks/mark-buttons';

type ActionHandlers = {
  isCompact: boolean;
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
      className={classNames('md:scroll-mt-12 snug:w-9 snug:px-0 roomy:px-2.5', className)}
      {...rest}
    >
      <Icon aria-hidden="true" className="size-4 roomy:hidden" />
      <span className="snug:hidden">{word}</span>
    </Button>
  );
}

/** A decision removes the other buttons of a row, also while one has the focus, which then moves to View. */
function FocusKeeper({ id }: { id: string }) {
  useLayoutEffect(
    () => () => {
      const row = document.activeElement?.closest('[data-row]');
      if (row?.getAttribute('data-row') === id)
        document.getElementById(viewButtonId(id))?.focus({ preventScroll: true });
    },
    [id],
  );
  return null;
}

/** Each button names the applicant for assistive technology. */
function ApplicationActions({ application, isCompact, busy, onView, onDecide }: ActionsProps) {
  const { actions } = admin;
  const name = nameOf(application);
  const { id } = application;
  const isBusy = busy.has(id);
  return (
    <div
      className={classNames(
        'flex flex-col gap-3 md:gap-1',
        isCompact && 'snug:gap-0.5 roomy:flex-row roomy:items-center roomy:gap-2',
      )}
    >
      {/* Before the buttons, so that they still have the focus when it is removed. */}
      {application.status === 'pending' && <FocusKeeper id={id} />}
      <div
        className={classNames(
          'grid grid-cols-2 gap-3 sm:flex md:gap-1.5',
          isCompact && 'snug:pointer-fine:*:min-h-8 snug:pointer-fine:*:py-0',
        )}
      >
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
      <MarkButtons
        application={application}
        className={classNames(
          'max-md:*:min-h-11 max-md:*:grow md:*:px-2 md:*:py-0 md:*:text-xs md:pointer-coarse:*:min-h-9',
          isCompact ? 'md:*:min-h-6' : 'md:*:min-h-7',
        )}
      />
    </div>
  );
}

type StatusProps = { application: ApplicationSummary; isCompact: boolean };

/** The status with small marks beside and below it. Compact rows have one line below it. */
function ApplicationStatus({ application, isCompact }: StatusProps) {
  const { status, changes, notes, marks, read_at } = application;
  const isPending = status === 'pending';
  const lines = [
    ...(marks === null ? [] : sumLines(marks)),
    ...(isPending && changes !== null ? [changeRequests.marks[changes]] : []),
  ];
  const shown = isCompact ? [lines.join(' · ')] : lines;
  return (
    <div className="flex flex-col items-start gap-0.5 max-md:max-w-40 max-md:items-end md:gap-0">
      <div className="flex items-center gap-1.5">
        <StatusBadge tone={statusTones[status]}>{admin.status[status]}</StatusBadge>
        {isPending && marks !== null && read_at === null && (
          <span title={rowWords.unread} className="size-2 rounded-full border-4 border-clay">
            <span className="sr-only">{rowWords.unread}</span>
          </span>
        )}
        {notes !== null && notes > 0 && (
          <span
            title={rowWords.notes(notes)}
            className="flex items-center gap-0.5 text-xs text-muted"
          >
            <StickyNote aria-hidden="true" className="size-3.5" />
            <span aria-hidden="true">{notes}</span>
            <span className="sr-only">{rowWords.notes(notes)}</span>
          </span>
        )}
      </div>
      {shown.map((line) => (
        <span
          key={line}
          className="max-w-full text-xs leading-tight text-muted max-md:text-right md:truncate"
          title={line}
        >
          {line}
        </span>
      ))}
    </div>
  );
}

type Props = ActionHandlers & {
  applications: readonly ApplicationSummary[];
  sorting: Sorting;
  selection: Selection;
  /** The application that is open beside the list. */
  currentId: string | null;
  /** The words that the list is searched for. */
  search: string;
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
    second: ({ city, state, state_code }) => rowWords.place(city, state_code ?? state),
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
    second: ({ excerpt }) => excerpt,
  },
  {
    name: columns.status,
    sort: 'status',
    part: 'corner',
    cell: (application) => (
      <ApplicationStatus application={application} isCompact={handlers.isCompact} />
    ),
    className: 'w-32 ample:w-38',
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
    className: handlers.isCompact ? 'w-35 roomy:w-91 ample:w-93' : 'w-35 roomy:w-60',
  },
];

export function ApplicationRows({
  applications,
  sorting,
  selection,
  currentId,
  search,
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
      search={search}
      isCompact={handlers.isCompact}
      rowHeight={
        handlers.isCompact
          ? 'max-lg:h-15 max-lg:pointer-coarse:h-19 roomy:h-11 in-data-narrowed:h-15'
          : 'h-19 pointer-coarse:h-21'
      }
    />
  );
}
