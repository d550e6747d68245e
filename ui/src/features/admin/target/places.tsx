/** The applications by region and by state. Each is a button that adds to the filter, and the map is another view of them. */
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { countApplicationsByState, type StateCounts } from '../../../api/review/applications';
import { Button } from '../../../components/controls/button';
import { RetryAlert } from '../../../components/feedback/alert';
import { Skeleton } from '../../../components/feedback/skeleton';
import { Segments } from '../../../components/forms/segments';
import { ChartTable } from '../../../components/lists/chart-table';
import { admin } from '../../../content/membership/admin';
import { grouped } from '../../../content/membership/application';
import { regions, target } from '../../../content/membership/target';
import {
  filterParameters,
  listed,
  OTHER_PLACES,
  stateName,
  toggled,
  type Filters,
} from '../list/filters';
import { SELECTION } from '../review-cache';
import { Tones } from './tones';

const words = { ...admin.list.states, ...target.places };

const StatesMap = lazy(() => import('./states-map'));

/** The number of states before Show all. */
const FEW = 12;

function useStateCounts({ query: { q, status }, filter }: Filters) {
  const asked = { q, status, ...filterParameters({ ...filter, state: '', region: '' }) };
  return useQuery({
    queryKey: [...SELECTION, 'states', asked],
    queryFn: ({ signal }) => countApplicationsByState(asked, signal),
    placeholderData: keepPreviousData,
  });
}

type Items = StateCounts['items'];

const sum = (items: Items) => ({
  all: items.reduce(
    (all, { pending, approved, rejected }) => all + pending + approved + rejected,
    0,
  ),
  approved: items.reduce((all, { approved }) => all + approved, 0),
  wanted: items.reduce((all, { team_yes }) => all + team_yes, 0),
});

export type Place = { value: string; name: string } & ReturnType<typeof sum>;

type PlaceProps = { place: Place; most: number; isChosen: boolean; onToggle(): void };

function PlaceButton({ place, most, isChosen, onToggle }: PlaceProps) {
  const { name, all, approved, wanted } = place;
  const parts = words.parts(approved, wanted);
  return (
    <button
      type="button"
      aria-label={words.whole(name, all, parts)}
      aria-pressed={isChosen}
      title={parts}
      onClick={onToggle}
      className="relative flex min-h-11 w-full items-center justify-between gap-3 overflow-hidden rounded border border-edge bg-white px-3 text-left hover:bg-sand aria-pressed:border-clay aria-pressed:bg-sand aria-pressed:font-semibold md:min-h-9"
    >
      <Tones
        className="absolute inset-x-0 bottom-0 h-1.5 w-full"
        most={most}
        approved={approved}
        wanted={wanted}
        other={all - approved - wanted}
      />
      <span className="min-w-0 py-1.5 leading-tight">{name}</span>{' '}
      <span className="tabular-nums">{grouped(all)}</span>
    </button>
  );
}

type Props = { filters: Filters; view: 'list' | 'map'; onView(view: string): void };

export function Places({ filters, view, onView }: Props) {
  const { data, isError, refetch } = useStateCounts(filters);
  const [showsAll, setShowsAll] = useState(false);
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
  const chosen = listed(filter.state);
  const toggle = (name: 'state' | 'region', value: string) =>
    setFilter(name, toggled(filter[name], value));

  const placeWith = (value: string, name: string, has: (state: string | null) => boolean) => ({
    value,
    name,
    ...sum(data.items.filter(({ state }) => has(state))),
  });
  const placeOf = (value: string) => placeWith(value, stateName(value), (state) => state === value);
  const counted = data.items.flatMap(({ state }) => state ?? []);
  const missing = chosen.filter((value) => value !== OTHER_PLACES && !counted.includes(value));
  const states = [...counted, ...missing].map(placeOf);
  const others = placeWith(OTHER_PLACES, OTHER_PLACES, (state) => state === null);
  const byRegion = regions.map(({ value, label, states: codes }) =>
    placeWith(value, label, (state) => state !== null && codes.split(' ').includes(state)),
  );
  const most = (places: readonly Place[]) => Math.max(1, ...places.map(({ all }) => all));
  const mostOfRegions = most([...byRegion, others]);
  const mostOfStates = most(states);
  const table = others.all > 0 ? [...states, others] : states;
  return (
    <div className="space-y-3">
      {!data.is_exact && <p className="text-sm text-muted">{words.inexact}</p>}
      {data.items.length === 0 && <p className="text-sm text-muted">{words.none}</p>}
      <ul
        aria-label={words.regions}
        className="grid grid-cols-2 gap-1.5 sm:grid-cols-3 lg:grid-cols-5"
      >
        {byRegion.map((place) => (
          <li key={place.value}>
            <PlaceButton
              place={place}
              most={mostOfRegions}
              isChosen={listed(filter.region).includes(place.value)}
              onToggle={() => toggle('region', place.value)}
            />
          </li>
        ))}
        <li>
          <PlaceButton
            place={others}
            most={mostOfRegions}
            isChosen={chosen.includes(OTHER_PLACES)}
            onToggle={() => toggle('state', OTHER_PLACES)}
          />
        </li>
      </ul>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <Segments
          label={words.view}
          className="grid-cols-2"
          value={view}
          onChoose={onView}
          options={[
            { value: 'list', label: words.list },
            { value: 'map', label: words.map },
          ]}
        />
        <ul className="flex flex-wrap gap-x-4 text-sm text-muted">
          {(['approved', 'wanted', 'other'] as const).map((tone) => (
            <li key={tone} className="flex items-center gap-1.5">
              <Tones
                className="size-3"
                most={1}
                approved={Number(tone === 'approved')}
                wanted={Number(tone === 'wanted')}
                other={Number(tone === 'other')}
              />
              {words.tones[tone]}
            </li>
          ))}
        </ul>
      </div>
      {view === 'list' ? (
        <>
          <ul
            aria-label={words.states}
            className="grid grid-cols-2 gap-1.5 sm:grid-cols-3 lg:grid-cols-4 xl:grid-cols-6"
          >
            {(showsAll ? states : states.slice(0, FEW)).map((place) => (
              <li key={place.value}>
                <PlaceButton
                  place={place}
                  most={mostOfStates}
                  isChosen={chosen.includes(place.value)}
                  onToggle={() => toggle('state', place.value)}
                />
              </li>
            ))}
          </ul>
          {states.length > FEW && (
            <Button
              variant="secondary"
              size="small"
              aria-expanded={showsAll}
              onClick={() => setShowsAll(!showsAll)}
            >
              {showsAll ? words.fewer : words.all(states.length)}
            </Button>
          )}
        </>
      ) : (
        <div className="gap-6 xl:grid xl:grid-cols-[3fr_2fr]">
          <Suspense fallback={<Skeleton label={words.loadingMap} lines={6} />}>
            <StatesMap
              placeOf={placeOf}
              chosen={chosen}
              regions={listed(filter.region)}
              onToggle={(code) => toggle('state', code)}
            />
          </Suspense>
          <ChartTable
            summary={words.table}
            caption={words.title}
            columns={words.columns}
            rows={table.map(({ name, all, approved, wanted }) => [
              name,
              grouped(all),
              grouped(approved),
              grouped(wanted),
            ])}
          />
        </div>
      )}
    </div>
  );
}
