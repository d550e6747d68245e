/** Search and status filter above the list; on a phone, where no column heads are, the order too. */
import { SelectField } from '../../components/fields';
import { SearchField } from '../../components/search-field';
import { admin } from '../../content/admin';
import {
  SEARCH_MOST,
  STATUSES,
  type ApplicationFilters as Filters,
} from './use-application-filters';

const orders = Object.entries(admin.list.orders).map(([value, label]) => ({ value, label }));

export function ApplicationFilters({ filters }: { filters: Filters }) {
  const { query, search, choose, sortBy } = filters;
  return (
    <search className="xl:grow">
      <form
        // Where all stands in one row, the fields say themselves what they are for.
        className="grid items-end gap-3 sm:grid-cols-2 md:grid-cols-[1fr_12rem] xl:grid-cols-[1fr_10.5rem] xl:*:*:first:sr-only"
        onSubmit={(event) => event.preventDefault()}
      >
        <SearchField
          name="q"
          label={admin.list.search}
          placeholder={admin.list.searchHint}
          maxLength={SEARCH_MOST}
          value={query.q ?? ''}
          onSearch={search}
          className="sm:max-md:col-span-2"
        />
        <SelectField
          name="status"
          label={admin.list.filter}
          value={query.status ?? 'all'}
          onChange={({ target }) => choose(target.value)}
          options={[
            { value: 'all', label: admin.list.all },
            ...STATUSES.map((status) => ({ value: status, label: admin.status[status] })),
          ]}
        />
        <SelectField
          name="sort"
          label={admin.list.sort}
          value={`${query.sort}-${query.order}`}
          onChange={({ target }) => {
            const [by = '', order] = target.value.split('-');
            sortBy(by, order === 'asc' ? 'asc' : 'desc');
          }}
          options={orders}
          className="md:hidden"
        />
      </form>
    </search>
  );
}
