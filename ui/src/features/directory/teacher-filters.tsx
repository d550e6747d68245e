/** The search box and the four filters above the teachers. */
import { FilterFold } from '../../components/filter-fold';
import { FilterBar, FilterSelect } from '../../components/filter-bar';
import { SearchBox } from '../../components/search-field';
import { directory, forumYears, grades, states, subjects } from '../../content/marketing/directory';
import { useQueryFilters } from '../../lib/use-query-filters';
import { useTypedText } from '../../lib/use-typed-text';

const values = { state: states, grade: grades, subject: subjects, year: forumYears } as const;
const names = ['state', 'grade', 'subject', 'year'] as const;

/** The list follows each letter of the search; the address, and the count that is read out, wait for a pause. */
export function useTeacherFilters() {
  const state = useQueryFilters({
    q: 'text',
    state: ['all', ...states],
    grade: ['all', ...grades],
    subject: ['all', ...subjects],
    year: ['all', ...forumYears],
  });
  const search = useTypedText(state.filters.q, (q) => state.setFilter('q', q));
  return { ...state, search };
}

interface TeacherFiltersProps {
  state: ReturnType<typeof useTeacherFilters>;
  /** How many are shown, as one sentence. */
  status: string;
}

export function TeacherFilters({ state, status }: TeacherFiltersProps) {
  const { filters, search, isFiltered, setFilter, clear } = state;
  return (
    <FilterBar
      label={directory.filters}
      status={status}
      wide
      clear={directory.clear}
      isFiltered={isFiltered}
      onClear={clear}
    >
      <div className="grid gap-4 lg:grid-cols-[1.6fr_4fr]">
        <SearchBox label={directory.search} placeholder={directory.searchHint} text={search} />
        <FilterFold
          count={names.filter((name) => filters[name] !== 'all').length}
          className="grid grid-cols-1 gap-4 min-[22rem]:grid-cols-2 md:grid-cols-4"
        >
          {names.map((name) => (
            <FilterSelect
              key={name}
              label={directory[name].label}
              all={directory[name].all}
              values={values[name]}
              value={filters[name]}
              onChoose={(value) => setFilter(name, value)}
            />
          ))}
        </FilterFold>
      </div>
    </FilterBar>
  );
}
