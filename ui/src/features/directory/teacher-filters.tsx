import { CollapsibleFilters } from '../../components/lists/collapsible-filters';
import { FilterBar, FilterSelect } from '../../components/lists/filter-bar';
import { SearchBox } from '../../components/forms/search-field';
import { directory, forumYears, grades, states, subjects } from '../../content/marketing/directory';
import { useQueryFilters } from '../../lib/hooks/use-query-filters';
import { useTypedText } from '../../lib/hooks/use-typed-text';

const values = { state: states, grade: grades, subject: subjects, year: forumYears } as const;
const names = ['state', 'grade', 'subject', 'year'] as const;

/** Each keystroke updates the list. A pause in typing updates the URL and the announced count. */
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
        <CollapsibleFilters
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
        </CollapsibleFilters>
      </div>
    </FilterBar>
  );
}
