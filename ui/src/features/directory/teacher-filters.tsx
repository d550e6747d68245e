/** The search box and the four filters above the teachers. */
import { SelectField, TextField } from '../../components/fields';
import { FilterBar } from '../../components/filter-bar';
import { directory, forumYears, grades, states, subjects } from '../../content/directory';
import { useQueryFilters } from '../../lib/use-query-filters';
import { useTypedSearch } from './use-typed-search';

const selects = {
  state: ['all', ...states],
  grade: ['all', ...grades],
  subject: ['all', ...subjects],
  year: ['all', ...forumYears],
} as const;
const names = ['state', 'grade', 'subject', 'year'] as const;

export const useTeacherFilters = () => useQueryFilters({ q: 'text', ...selects });

interface TeacherFiltersProps {
  state: ReturnType<typeof useTeacherFilters>;
  /** How many are shown, as one sentence. */
  status: string;
}

export function TeacherFilters({ state, status }: TeacherFiltersProps) {
  const { filters, isFiltered, setFilter, clear } = state;
  const [typed, setTyped] = useTypedSearch(filters.q, (q) => setFilter('q', q));
  return (
    <FilterBar
      label={directory.filters}
      status={status}
      clear={directory.clear}
      isFiltered={isFiltered}
      onClear={clear}
    >
      <div className="grid grid-cols-1 gap-4 min-[22rem]:grid-cols-2 lg:grid-cols-[1.6fr_1fr_1fr_1fr_1fr]">
        <TextField
          type="search"
          label={directory.search}
          placeholder={directory.searchHint}
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
          className="col-span-full lg:col-span-1"
        />
        {names.map((name) => (
          <SelectField
            key={name}
            label={directory[name].label}
            value={filters[name]}
            onChange={({ target }) => setFilter(name, target.value as never)}
            options={selects[name].map((value) => ({
              value,
              label: value === 'all' ? directory[name].all : value,
            }))}
          />
        ))}
      </div>
    </FilterBar>
  );
}
