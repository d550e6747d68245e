/**
 * Filters, order and position of a list, kept in the query of the URL.
 *
 *     const { filters, isFiltered, setFilter, clear } = useQueryFilters({
 *       category: ['all', 'forum-highlights', 'policy-updates'],
 *       q: 'text',
 *       sort: ['newest', 'name'],
 *       page: 'place',
 *     });
 *
 * An array names the allowed values of a parameter; a missing or unknown value reads as the first. An array that begins
 * with 'all' is a filter, any other an order. `'text'` is free text. `'place'` is a position in the list, such as a page
 * number or cursor. Both read as '' when missing.
 *
 * A change replaces the history entry and returns to the start of the list; a change of place adds a history entry. Other
 * parameters are kept. `options` need not be stable between renders.
 *
 * Pages are prerendered without a query, so the first render ignores it, to match the HTML.
 */
import { useUrlState } from './use-url-state';
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
  const { params, change } = useUrlState();
  const hydrated = useHydrated();
  const filters = readFilters(options, hydrated ? params : new URLSearchParams());
  const all = Object.entries<Option>(options);

  return {
    filters,
    isFiltered: all.some(([name, option]) => !isOrder(option) && filters[name] !== unset(option)),
    /** Accepts any text, as from a select; an unknown value reads as the first. */
    setFilter(name: keyof Options & string, value: string) {
      const push = options[name] === 'place';
      const edit = (next: URLSearchParams) => {
        for (const [place, option] of all) if (option === 'place') next.delete(place);
        if (value === unset(options[name])) next.delete(name);
        else next.set(name, value);
      };
      change(edit, { push });
    },
    /** Resets everything but the order. */
    clear() {
      change((next) => {
        for (const [name, option] of all) if (!isOrder(option)) next.delete(name);
      });
    },
  };
}
