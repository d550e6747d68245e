/** The number of applications by state as bars. Each is a button that filters the list by that state. */
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { countApplicationsByState, type StateCounts } from '../../../api/review/applications';
import { Button } from '../../../components/controls/button';
import { RetryAlert } from '../../../components/feedback/alert';
import { Skeleton } from '../../../components/feedback/skeleton';
import { admin } from '../../../content/membership/admin';
import { grouped } from '../../../content/membership/application';
import { LISTS } from '../review-cache';
import { OTHER_PLACES, type Filters } from './filters';

const words = admin.list.states;

/** The number of bars before Show all. */
const FEW = 12;

function useStateCounts({ query }: Filters) {
  const {
    state: _,
    otherPlaces: _p,
    sort: _s,
    order: _o,
    limit: _l,
    cursor: _c,
    ...filter
  } = query;
  return useQuery({
    queryKey: [...LISTS, 'states', filter],
    queryFn: ({ signal }) => countApplicationsByState(filter, signal),
    placeholderData: keepPreviousData,
  });
}

const sum = ({ pending, approved, rejected }: StateCounts['items'][number]) =>
  pending + approved + rejected;

type BarProps = {
  item: StateCounts['items'][number];
  most: number;
  isChosen: boolean;
  onToggle(): void;
};

function Bar({ item, most, isChosen, onToggle }: BarProps) {
  const count = sum(item);
  return (
    <button
      type="button"
      aria-pressed={isChosen}
      onClick={onToggle}
      className="group relative flex min-h-11 w-full items-center justify-between gap-3 overflow-hidden rounded border border-edge bg-white px-3 text-left hover:bg-sand aria-pressed:border-clay aria-pressed:bg-sand aria-pressed:font-semibold md:min-h-9"
    >
      <svg
        aria-hidden="true"
        viewBox={`0 0 ${most} 1`}
        preserveAspectRatio="none"
        className="absolute inset-x-0 bottom-0 h-1 w-full bg-sand-deep"
      >
        <rect width={count} height="1" className="fill-clay" />
      </svg>
      <span className="min-w-0 py-1 leading-tight">{item.state_name}</span>{' '}
      <span className="tabular-nums">{grouped(count)}</span>
    </button>
  );
}

export function StateBars({ filters }: { filters: Filters }) {
  const { data, isError, refetch } = useStateCounts(filters);
  const [showsAll, setShowsAll] = useState(false);
  const titleId = useId();
  if (data === undefined) {
    return isError ? (
      <RetryAlert retry={admin.list.retry} onRetry={() => void refetch()}>
        {words.failed}
      </RetryAlert>
    ) : (
      <Skeleton label={words.loading} lines={3} />
    );
  }
  const { filter, setFilter } = filters;
  const known = data.items.filter(({ state }) => state !== null);
  const others = data.items.filter(({ state }) => state === null).reduce((all, item) => all + sum(item), 0);
  const most = Math.max(1, ...known.map(sum));
  const shown = showsAll ? known : known.slice(0, FEW);
  return (
    <section aria-labelledby={titleId} className="space-y-2">
      <p id={titleId} className="font-semibold">
        {words.title}
      </p>
      {!data.is_exact && <p className="text-sm text-muted">{words.inexact}</p>}
      {data.items.length === 0 && <p className="text-sm text-muted">{words.none}</p>}
      <ul className="grid grid-cols-2 gap-1.5 sm:grid-cols-3 lg:grid-cols-4 xl:grid-cols-6">
        {shown.map((item) => (
          <li key={item.state}>
            <Bar
              item={item}
              most={most}
              isChosen={filter.state === item.state}
              onToggle={() =>
                setFilter('state', filter.state === item.state ? '' : (item.state ?? ''))
              }
            />
          </li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-2">
        {others > 0 && (
          <Button
            variant="secondary"
            size="small"
            aria-pressed={filter.state === OTHER_PLACES}
            onClick={() => setFilter('state', filter.state === OTHER_PLACES ? '' : OTHER_PLACES)}
          >
            {words.others(grouped(others))}
          </Button>
        )}
        {known.length > FEW && (
          <Button
            variant="secondary"
            size="small"
            aria-expanded={showsAll}
            onClick={() => setShowsAll(!showsAll)}
          >
            {showsAll ? words.fewer : words.all(known.length)}
          </Button>
        )}
      </div>
    </section>
  );
}
