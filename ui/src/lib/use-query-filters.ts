/**
 * Filters of a list, kept in the address, so that reload, Back from another page and a sent link show the same.
 *
 *     const { filters, isFiltered, setFilter, clear } = useQueryFilters({
 *       category: ['all', 'forum-highlights', 'policy-updates'],
 *       q: 'text',
 *     });
 *
 * A list names the values a filter may take, the first of which is 'all'; a value that is absent or not among them
 * reads as 'all'. `'text'` is free text, '' where it is absent. A change replaces the entry in the history, scrolls
 * nowhere, and leaves the other filters and foreign parameters alone. `options` belongs outside the component or
 * is plain data: it is read in each render and never compared.
 *
 * Pages are prerendered without a query, so the first render over such HTML shows everything, and the query counts
 * from the next one on.
 */
import { useEffect, useRef } from 'react';
import { useSearchParams } from 'react-router-dom';
import { useHydrated } from './use-hydrated';

export type FilterOptions = Readonly<Record<string, readonly ['all', ...string[]] | 'text'>>;

export type Filters<Options extends FilterOptions> = {
  readonly [Name in keyof Options]: Options[Name] extends readonly string[]
    ? Options[Name][number]
    : string;
};

function unset(option: FilterOptions[string] | undefined): string {
  return option === 'text' ? '' : 'all';
}

export function readFilters<const Options extends FilterOptions>(
  options: Options,
  params: URLSearchParams,
): Filters<Options> {
  const read = ([name, option]: [string, FilterOptions[string]]) => {
    const value = params.get(name) ?? unset(option);
    const isKnown = option === 'text' || option.includes(value);
    return [name, isKnown ? value : unset(option)];
  };
  return Object.fromEntries(Object.entries(options).map(read)) as Filters<Options>;
}

export function useQueryFilters<const Options extends FilterOptions>(options: Options) {
  const [params, setParams] = useSearchParams();
  const hydrated = useHydrated();
  // Two changes in a row build on each other, even before the first one is on screen.
  const intended = useRef(params);
  useEffect(() => {
    intended.current = params;
  }, [params]);

  const filters = readFilters(options, hydrated ? params : new URLSearchParams());

  const change = (edit: (next: URLSearchParams) => void) => {
    const next = new URLSearchParams(intended.current);
    edit(next);
    intended.current = next;
    setParams(next, { replace: true, preventScrollReset: true });
  };

  return {
    filters,
    isFiltered: Object.entries(options).some(([name, option]) => filters[name] !== unset(option)),
    /** Takes any text, as a select hands it over; what is not among the options reads as 'all'. */
    setFilter(name: keyof Options & string, value: string) {
      change((next) => {
        if (value === unset(options[name])) next.delete(name);
        else next.set(name, value);
      });
    },
    clear() {
      change((next) => {
        for (const name of Object.keys(options)) next.delete(name);
      });
    },
  };
}
