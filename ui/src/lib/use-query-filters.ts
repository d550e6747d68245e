/**
 * What narrows and orders a list, kept in the address.
 *
 *     const { filters, isFiltered, setFilter, clear } = useQueryFilters({
 *       category: ['all', 'forum-highlights', 'policy-updates'],
 *       q: 'text',
 *       sort: ['newest', 'name'],
 *       page: 'place',
 *     });
 *
 * A list names the values a parameter may take; one that is absent or not among them reads as the first. A list that
 * begins with 'all' is a filter, any other an order. `'text'` is free text, '' where it is absent. `'place'` is
 * where in the list one is, a page or a cursor, '' at its start.
 *
 * A change replaces the entry in the history and leads back to the start of the list; a change of place makes a new
 * entry. Foreign parameters are left alone. `options` belongs outside the component or is plain data: it is read in
 * each render and never compared.
 *
 * Pages are prerendered without a query, so the first render over such HTML shows everything, and the query counts
 * from the next one on.
 */
import { useAddress } from './use-address';
import { useHydrated } from './use-hydrated';

type Option = readonly [string, ...string[]] | 'text' | 'place';

export type FilterOptions = Readonly<Record<string, Option>>;

export type Filters<Options extends FilterOptions> = {
  readonly [Name in keyof Options]: Options[Name] extends readonly string[]
    ? Options[Name][number]
    : string;
};

const isFree = (option: Option | undefined) => typeof option !== 'object';
const unset = (option: Option | undefined) => (typeof option === 'object' ? option[0] : '');
const isOrder = (option: Option) => !isFree(option) && unset(option) !== 'all';

export function readFilters<const Options extends FilterOptions>(
  options: Options,
  params: URLSearchParams,
): Filters<Options> {
  const read = ([name, option]: [string, Option]) => {
    const value = params.get(name) ?? unset(option);
    const isKnown = isFree(option) || option.includes(value);
    return [name, isKnown ? value : unset(option)];
  };
  return Object.fromEntries(Object.entries(options).map(read)) as Filters<Options>;
}

export function useQueryFilters<const Options extends FilterOptions>(options: Options) {
  const { params, change } = useAddress();
  const hydrated = useHydrated();
  const filters = readFilters(options, hydrated ? params : new URLSearchParams());
  const all = Object.entries<Option>(options);

  return {
    filters,
    isFiltered: all.some(([name, option]) => !isOrder(option) && filters[name] !== unset(option)),
    /** Takes any text, as a select hands it over; what is not among the options reads as the first. */
    setFilter(name: keyof Options & string, value: string) {
      const push = options[name] === 'place';
      const edit = (next: URLSearchParams) => {
        for (const [place, option] of all) if (option === 'place') next.delete(place);
        if (value === unset(options[name])) next.delete(name);
        else next.set(name, value);
      };
      change(edit, { push });
    },
    /** Shows the whole list again, from its start and in the same order. */
    clear() {
      change((next) => {
        for (const [name, option] of all) if (!isOrder(option)) next.delete(name);
      });
    },
  };
}
