/** The past reports. Their filters by topic and year are in the URL. */
import { CollapsibleFilters } from '../../components/lists/collapsible-filters';
import { FilterBar, FilterSelect, NoMatches } from '../../components/lists/filter-bar';
import { library, topics, years } from '../../content/publications/reports';
import { type Report, reports } from '../../content/publications/report-list';
import { type Filters, useQueryFilters } from '../../lib/hooks/use-query-filters';
import { ReportCard } from './report-card';

const options = { topic: ['all', ...topics], year: ['all', ...years] } as const;

export type ReportFilters = Filters<typeof options>;

export function matchReports<Item extends Pick<Report, 'topic' | 'year'>>(
  all: readonly Item[],
  { topic, year }: ReportFilters,
): Item[] {
  return all.filter(
    (report) =>
      (topic === 'all' || report.topic === topic) && (year === 'all' || report.year === year),
  );
}

export function ReportLibrary() {
  const { filters, isFiltered, setFilter, clear } = useQueryFilters(options);
  const shown = matchReports(reports, filters);
  return (
    <>
      <FilterBar
        label={library.filters}
        status={library.showing(shown.length, reports.length)}
        clear={library.clear}
        isFiltered={isFiltered}
        onClear={clear}
      >
        <CollapsibleFilters
          count={[filters.topic, filters.year].filter((value) => value !== 'all').length}
          className="grid gap-4 max-md:mt-4 sm:max-w-lg sm:grid-cols-2"
        >
          <FilterSelect
            label={library.topic}
            all={library.allTopics}
            values={topics}
            value={filters.topic}
            onChoose={(topic) => setFilter('topic', topic)}
          />
          <FilterSelect
            label={library.year}
            all={library.allYears}
            values={years}
            value={filters.year}
            onChoose={(year) => setFilter('year', year)}
          />
        </CollapsibleFilters>
      </FilterBar>
      <div className="mt-8">
        {shown.length === 0 ? (
          <NoMatches title={library.empty.title}>{library.empty.text}</NoMatches>
        ) : (
          <ul className="grid gap-3 sm:gap-6 lg:grid-cols-2">
            {shown.map((report) => (
              <li key={report.id}>
                <ReportCard report={report} />
              </li>
            ))}
          </ul>
        )}
      </div>
    </>
  );
}
