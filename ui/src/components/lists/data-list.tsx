/**
 * A list in two layouts with the same facts and buttons: a table from 768 px up, cards below. Only one is rendered, so
 * that screen readers read nothing twice.
 */
import { ArrowDown, ArrowUp, ArrowUpDown } from 'lucide-react';
import { Fragment, type ReactNode } from 'react';
import { classNames } from '../../lib/class-names';
import { useMedia } from '../../lib/hooks/use-media';
import { foundPieces } from '../../lib/found-words';
import { Marked } from '../text/marked';

export interface Column<Row> {
  name: string;
  cell: (row: Row) => ReactNode;
  /** A line below the cell. */
  second?: (row: Row) => string;
  /** Replaces the name in the head of the table. */
  head?: ReactNode;
  /**
   * `heading` names the row or card. In a card, `select` is before the heading, `corner` after it, and `buttons` are at the
   * bottom.
   */
  part?: 'heading' | 'select' | 'corner' | 'buttons';
  /** The sort parameter. Undefined for a column that cannot be sorted. */
  sort?: string;
  className?: string;
}

export interface Sorting {
  by: string;
  order: 'asc' | 'desc';
  /** Called with the sort parameter of the pressed column, which may be the current one. */
  onSort: (by: string) => void;
}

export interface DataListProps<Row> {
  caption: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  sorting?: Sorting;
  /** The row that is open beside the list. */
  currentId?: string | null;
  /** Hides the second lines. */
  isCompact?: boolean;
  /** The words to mark in the second lines. */
  search?: string;
  /** The classes of the height of a table's rows, which their cells must not exceed. */
  rowHeight?: string;
}

export function DataList<Row extends { id: string }>(props: DataListProps<Row>) {
  // Below Tailwind's `md`.
  const isNarrow = useMedia('(width < 48rem)');
  return isNarrow ? <Cards {...props} /> : <Table {...props} />;
}

function Table<Row extends { id: string }>(props: DataListProps<Row>) {
  const { caption, columns, rows, sorting, currentId, isCompact = false } = props;
  const { rowHeight = 'h-11', search = '' } = props;
  return (
    <table className="w-full table-fixed border-collapse text-left text-sm">
      <caption className="sr-only">{caption}</caption>
      <thead>
        <tr className="text-muted">
          {columns.map((column) => (
            <ColumnHead key={column.name} column={column} sorting={sorting} />
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr
            key={row.id}
            data-row={row.id}
            aria-current={row.id === currentId || undefined}
            className="border-b border-sand align-middle aria-[current]:bg-sand/60"
          >
            {columns.map((column) => {
              const { name, part, className } = column;
              const box = classNames(cellBox, rowHeight, className);
              const content = <Content {...{ column, row, isCompact, search }} />;
              return part === 'heading' ? (
                <th key={name} scope="row" className={classNames(box, 'font-semibold')}>
                  {content}
                </th>
              ) : (
                <td key={name} className={box}>
                  {content}
                </td>
              );
            })}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const Second = ({ text, search }: { text: string; search: string }) => (
  <p className="text-xs font-normal text-muted max-md:line-clamp-2 md:truncate" title={text}>
    <Marked pieces={foundPieces(text, search)} as="mark" />
  </p>
);

type ContentProps<Row> = { column: Column<Row>; row: Row; isCompact: boolean; search: string };

function Content<Row>({ column: { cell, second }, row, isCompact, search }: ContentProps<Row>) {
  if (isCompact || second === undefined) return cell(row);
  return (
    <>
      <div>{cell(row)}</div>
      <Second text={second(row)} search={search} />
    </>
  );
}

const cellBox = 'px-1.5 first:pl-0 last:pr-0 ample:px-3';

type ColumnHeadProps = {
  column: Pick<Column<never>, 'name' | 'head' | 'sort' | 'className'>;
  sorting?: Sorting;
};

function ColumnHead({ column: { name, head, sort, className }, sorting }: ColumnHeadProps) {
  // Stays below the menu bar while the rows scroll, unless a bar of the list takes this place.
  const classes = classNames(
    cellBox,
    'not-in-data-barred:sticky top-16 z-10 bg-white py-0.5 font-semibold shadow-[inset_0_-1px_0_var(--color-sand)] nav:top-18',
    className,
  );
  if (sorting === undefined || sort === undefined) {
    return (
      <th scope="col" className={classes}>
        {head ?? name}
      </th>
    );
  }
  const isSorted = sorting.by === sort;
  const Arrow = sorting.order === 'asc' ? ArrowUp : ArrowDown;
  return (
    <th
      scope="col"
      aria-sort={!isSorted ? undefined : sorting.order === 'asc' ? 'ascending' : 'descending'}
      className={classes}
    >
      <button
        type="button"
        onClick={() => sorting.onSort(sort)}
        className={classNames(
          'inline-flex min-h-8 items-center gap-1 hover:text-ink',
          isSorted && 'text-ink',
        )}
      >
        <span>{name}</span>
        {isSorted ? (
          <Arrow aria-hidden="true" className="size-4" />
        ) : (
          <ArrowUpDown
            aria-hidden="true"
            className="size-3.5 opacity-50 max-lg:hidden in-data-narrowed:hidden"
          />
        )}
      </button>
    </th>
  );
}

function Cards<Row extends { id: string }>(props: DataListProps<Row>) {
  const { caption, columns, rows, isCompact = false, search = '' } = props;
  const of = (part: Column<Row>['part']) => columns.filter((column) => column.part === part);
  const cells = (part: Column<Row>['part'], row: Row) =>
    of(part).map(({ name, cell }) => <div key={name}>{cell(row)}</div>);
  return (
    <ul aria-label={caption} className="grid gap-4">
      {rows.map((row) => (
        <li key={row.id} data-row={row.id} className="rounded-lg border border-sand p-4">
          <div className="flex items-start justify-between gap-3">
            {cells('select', row)}
            <div className="min-w-0 grow">
              <h2 className="text-lg wrap-anywhere">
                {of('heading').map(({ name, cell }) => (
                  <Fragment key={name}>{cell(row)}</Fragment>
                ))}
              </h2>
              {of('heading').map(
                ({ name, second }) =>
                  !isCompact && second && <Second key={name} text={second(row)} search={search} />,
              )}
            </div>
            {cells('corner', row)}
          </div>
          <dl className="my-3 grid grid-cols-[auto_1fr] gap-x-4 gap-y-1 text-sm">
            {of(undefined).map((column) => (
              <div key={column.name} className="contents">
                <dt className="text-muted">{column.name}</dt>
                <dd className="wrap-anywhere">
                  <Content {...{ column, row, isCompact, search }} />
                </dd>
              </div>
            ))}
          </dl>
          {cells('buttons', row)}
        </li>
      ))}
    </ul>
  );
}
