/** Search and status filter above the list. */
import { SelectField } from '../../components/fields';
import { SearchField } from '../../components/search-field';
import { admin } from '../../content/admin';
import { STATUSES, type ApplicationFilters as Filters } from './use-application-filters';

export function ApplicationFilters({ filters }: { filters: Filters }) {
  const { query, search, choose } = filters;
  return (
    <search>
      <form
        className="grid items-end gap-4 sm:grid-cols-[1fr_12rem]"
        onSubmit={(event) => event.preventDefault()}
      >
        <SearchField
          name="q"
          label={admin.list.search}
          placeholder={admin.list.searchHint}
          value={query.q}
          onSearch={search}
        />
        <SelectField
          name="status"
          label={admin.list.filter}
          value={query.status}
          onChange={({ target }) => choose(target.value)}
          options={[
            { value: 'all', label: admin.list.all },
            ...STATUSES.map((status) => ({ value: status, label: admin.status[status] })),
          ]}
        />
      </form>
    </search>
  );
}
