import { Link } from 'react-router-dom';
import { listUsers, type UserSummary } from '../../../api/admin/users';
import { Button } from '../../../components/controls/button';
import { SelectField } from '../../../components/forms/fields';
import { Card } from '../../../components/layout/card';
import type { Column } from '../../../components/lists/data-list';
import { DateTime } from '../../../components/text/date-time';
import { totalInWords } from '../../../content/membership/admin';
import { users } from '../../../content/membership/users';
import { useQueryFilters } from '../../../lib/hooks/use-query-filters';
import { nameOf } from '../application';
import { ListSearch, PagedRows, SortField, sortingBy, useFilteredList } from '../list/paged-list';
import { useOpened } from '../sheet/opened';
import { USERS } from './queries';
import { applicationPath, type Proof, StateBadge, UserSheet } from './user-sheet';

const { list: words } = users;

/** The first one is the default. */
const SORTS = ['created_at', 'name', 'email'] as const;

const viewButtonId = (id: string) => `view-user-${id}`;

const columnsWith = (open: (id: string) => void): readonly Column<UserSummary>[] => [
  {
    name: words.columns.name,
    sort: 'name',
    part: 'heading',
    cell: (user) => <span className="wrap-anywhere">{nameOf(user)}</span>,
  },
  {
    name: words.columns.email,
    sort: 'email',
    cell: ({ email }) => (
      <span className="md:block md:truncate" title={email}>
        {email}
      </span>
    ),
  },
  {
    name: words.columns.roles,
    cell: ({ roles }) => roles.map((role) => users.roles[role]).join(', ') || words.none,
  },
  {
    name: words.columns.state,
    part: 'corner',
    cell: ({ state }) => <StateBadge state={state} />,
    className: 'w-32 xl:w-36',
  },
  {
    name: words.columns.signedIn,
    cell: ({ last_sign_in_at: at }) => (at === null ? words.never : <DateTime at={at} />),
    className: 'w-27 xl:w-32',
  },
  {
    name: words.columns.joined,
    sort: 'created_at',
    cell: ({ created_at }) => <DateTime at={created_at} />,
    className: 'w-27 xl:w-32 md:max-lg:hidden',
  },
  {
    name: words.columns.actions,
    part: 'buttons',
    cell: (user) => (
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Button
          id={viewButtonId(user.id)}
          size="small"
          variant="secondary"
          className="max-sm:min-h-11"
          aria-label={words.viewOf(nameOf(user))}
          onClick={() => open(user.id)}
        >
          {words.view}
        </Button>
        {user.application_id !== null && (
          <Link
            to={applicationPath(user.application_id)}
            aria-label={words.applicationOf(nameOf(user))}
            className="inline-flex min-h-9 items-center underline underline-offset-4 max-sm:min-h-11"
          >
            {words.application}
          </Link>
        )}
      </div>
    ),
    className: 'w-27 lg:w-48',
  },
];

const options = (names: Readonly<Record<string, string>>, all: string) => [
  { value: 'all', label: all },
  ...Object.entries(names).map(([value, label]) => ({ value, label })),
];

const keysOf = <Name extends string>(names: Readonly<Record<Name, string>>) =>
  Object.keys(names) as Name[];

export function UsersPanel({ proof }: { proof: Proof }) {
  const filters = useQueryFilters({
    q: 'text',
    role: ['all', ...keysOf(users.roles)],
    state: ['all', ...keysOf(users.states)],
    sort: SORTS,
    order: ['usual', 'asc', 'desc'],
    cursor: 'position',
  });
  const { role, state } = filters.filters;
  const sorting = sortingBy(SORTS, filters.filters, filters.setFilter);
  const { by: sort, order } = sorting;
  const list = useFilteredList([...USERS, 'list'], listUsers, { ...filters.filters, sort, order });
  const { total = 0, total_is_exact = true } = list.list ?? {};
  const { openId, open, close } = useOpened('user');

  return (
    <Card className="space-y-4 p-4 md:p-4">
      <ListSearch
        className="grid grid-cols-2 items-end gap-3 max-md:*:first:col-span-2 max-md:*:last:col-span-2 md:grid-cols-[2fr_1fr_1fr]"
        label={words.search}
        filters={filters}
      >
        <SelectField
          label={words.role}
          value={role}
          onChange={({ target }) => filters.setFilter('role', target.value)}
          options={options(users.roles, words.anyRole)}
        />
        <SelectField
          label={words.state}
          value={state}
          onChange={({ target }) => filters.setFilter('state', target.value)}
          options={options(users.states, words.allStates)}
        />
        <SortField sorting={sorting} orders={words.orders} />
      </ListSearch>
      <PagedRows
        list={list}
        filters={filters}
        words={words}
        columns={columnsWith(open)}
        sorting={sorting}
        shown={words.found(totalInWords(total, total_is_exact))}
      />
      {openId !== null && (
        <UserSheet
          key={openId}
          id={openId}
          proof={proof}
          onClose={close}
          finalFocus={() => document.getElementById(viewButtonId(openId)) ?? list.rows.current}
        />
      )}
    </Card>
  );
}
