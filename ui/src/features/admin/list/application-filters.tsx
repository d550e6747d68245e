/** The search box, and on a phone, which shows no column headings, the order. */
import { SelectField } from '../../../components/forms/fields';
import { SearchField } from '../../../components/forms/search-field';
import { admin } from '../../../content/membership/admin';
import { MAX_SEARCH_LENGTH, type ApplicationFilters as Filters } from './use-application-filters';

const orders = Object.entries(admin.list.orders).map(([value, label]) => ({ value, label }));

export function ApplicationFilters({ filters }: { filters: Filters }) {
  const { query, search, sortBy } = filters;
  return (
    <search className="xl:grow">
      <form
        // In a single row, the placeholder replaces the label.
        className="grid items-end gap-3 sm:max-md:grid-cols-2 xl:*:*:first:sr-only"
        onSubmit={(event) => event.preventDefault()}
      >
        <SearchField
          name="q"
          label={admin.list.search}
          placeholder={admin.list.searchHint}
          maxLength={MAX_SEARCH_LENGTH}
          value={query.q ?? ''}
          onSearch={search}
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
