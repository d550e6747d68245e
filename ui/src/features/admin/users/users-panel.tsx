import { useRef } from 'react';
import { Link } from 'react-router-dom';
import type { UserSummary } from '../../../api/admin/users';
import { Button } from '../../../components/controls/button';
import { SelectField } from '../../../components/forms/fields';
import { SearchField } from '../../../components/forms/search-field';
import { Card } from '../../../components/layout/card';
import { type Column, DataList } from '../../../components/lists/data-list';
import { ListStates } from '../../../components/lists/list-states';
import { DateTime } from '../../../components/text/date-time';
import { totalInWords } from '../../../content/membership/admin';
import { users } from '../../../content/membership/users';
import { nameOf } from '../application';
import { useOpened } from '../sheet/opened';
import { MAX_SEARCH, ROLES, STATES, useUserFilters, useUserList } from './queries';
import { applicationPath, StateBadge } from './state-badge';
import { type Proof, UserSheet } from './user-sheet';

const { list: words } = users;

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

const options = (names: Readonly<Record<string, string>>, values: readonly string[]) =>
  values.map((value) => ({ value, label: names[value] ?? value }));

export function UsersPanel({ proof }: { proof: Proof }) {
  const filters = useUserFilters();
  const { query, setFilter, sortBy } = filters;
  const { data, isFetching, isError, isPlaceholderData, refetch } = useUserList(query);
  const { openId, open, close } = useOpened('user');
  const results = useRef<HTMLDivElement>(null);

  const turnTo = (cursor: string | null | undefined) => {
    if (cursor == null || isPlaceholderData) return;
    filters.turnTo(cursor);
    results.current?.focus({ preventScroll: true });
    results.current?.scrollIntoView();
  };

  return (
    <Card className="space-y-4 p-4 md:p-4">
      <search aria-label={words.label}>
        <form
          className="grid grid-cols-2 items-end gap-3 max-md:*:first:col-span-2 max-md:*:last:col-span-2 md:grid-cols-[2fr_1fr_1fr]"
          onSubmit={(event) => event.preventDefault()}
        >
          <SearchField
            name="person"
            label={words.search}
            maxLength={MAX_SEARCH}
            value={query.q ?? ''}
            onSearch={(text) => setFilter('person', text)}
          />
          <SelectField
            label={words.role}
            value={filters.filters.role}
            onChange={({ target }) => setFilter('role', target.value)}
            options={[{ value: 'all', label: words.anyRole }, ...options(users.roles, ROLES)]}
          />
          <SelectField
            label={words.state}
            value={filters.filters.account}
            onChange={({ target }) => setFilter('account', target.value)}
            options={[{ value: 'all', label: words.allStates }, ...options(users.states, STATES)]}
          />
          <SelectField
            label={words.sort}
            className="md:hidden"
            value={`${query.sort}-${query.order}`}
            onChange={({ target }) => {
              const [by = '', order = ''] = target.value.split('-');
              sortBy(by, order);
            }}
            options={options(words.orders, Object.keys(words.orders))}
          />
        </form>
      </search>
      <ListStates
        words={words}
        state={isFetching ? 'loading' : isError ? 'failed' : 'ready'}
        count={data?.items.length}
        onRetry={() => void refetch()}
        onClear={filters.isFiltered ? filters.clear : undefined}
        ref={results}
      >
        <DataList
          caption={words.caption}
          columns={columnsWith(open)}
          rows={data?.items ?? []}
          sorting={{ by: query.sort, order: query.order, onSort: filters.toggleSort }}
        />
      </ListStates>
      {data !== undefined && (
        <div className="flex flex-wrap items-center justify-between gap-4">
          <output className="block text-sm text-muted">
            {isPlaceholderData
              ? words.loading
              : words.found(totalInWords(data.total, data.total_is_exact))}
          </output>
          {(data.prev_cursor ?? data.next_cursor) !== null && (
            <nav aria-label={words.pages} className="flex gap-3">
              <Button
                variant="secondary"
                aria-disabled={data.prev_cursor === null}
                onClick={() => turnTo(data.prev_cursor)}
              >
                {words.previousPage}
              </Button>
              <Button
                variant="secondary"
                aria-disabled={data.next_cursor === null}
                onClick={() => turnTo(data.next_cursor)}
              >
                {words.nextPage}
              </Button>
            </nav>
          )}
        </div>
      )}
      {openId !== null && (
        <UserSheet
          key={openId}
          id={openId}
          proof={proof}
          onClose={close}
          finalFocus={() => document.getElementById(viewButtonId(openId)) ?? results.current}
        />
      )}
    </Card>
  );
}
