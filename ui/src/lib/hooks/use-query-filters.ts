/**
 * The filters, order and position of a list, kept in the URL query.
 *
 *     const { filters, isFiltered, setFilter, clear } = useQueryFilters({
 *       category: ['all', 'forum-highlights', 'policy-updates'],
 *       q: 'text',
 *       sort: ['newest', 'name'],
 *       page: 'position',
 *     });
 *
 * An array lists the allowed values of a parameter. A missing or unknown value reads as the first one. An array that starts
 * with 'all' is a filter. Any other array is an order. `'text'` is free text. `'position'` is a position in the list, such
 * as a page number or cursor. Both read as '' if missing.
 *
 * A change replaces the history entry, unless `push` adds one, and resets the position. Other parameters are kept. `options` need not be stable
 * between renders.
 *
 * Pages are prerendered without a query, so the first render ignores it, to match the HTML.
 */
import { useUrlState } from './use-url-state';
import { useHydrated } from './use-hydrated';

type Option = readonly [string, ...string[]] | 'text' | 'position';

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
    /** Accepts any text. An unknown value reads as the first one. */
    setFilter(name: keyof Options & string, value: string, { push = false } = {}) {
      const edit = (next: URLSearchParams) => {
        for (const [other, option] of all) if (option === 'position') next.delete(other);
        if (value === unset(options[name])) next.delete(name);
        else next.set(name, value);
      };
      change(edit, { push });
    },
    /** Resets everything except the order. */
    clear() {
      change((next) => {
        for (const [name, option] of all) if (!isOrder(option)) next.delete(name);
      });
    },
  };
}
