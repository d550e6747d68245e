// Fixed lists and figures that no test of a page shows (docs/product.md, 1).
import { expect, test } from 'vitest';
import { gifts, options, prices } from '../../../test/specification/lists';
import { directory } from '../marketing/directory';
import { donate } from '../marketing/donate';
import { store } from '../marketing/store';
import { library } from '../publications/reports';

test('each kind of product has its price', () => {
  const { items } = store.products;
  expect(items.map(({ price }) => price)).toEqual(prices.map(([, price]) => price));
  const others = prices.filter(
    ([kind], at) => items[at]?.name.toLowerCase().endsWith(kind.toLowerCase()) !== true,
  );
  expect(others).toEqual([]);
});

test('the label of the figure names each part of a donation', () => {
  const inWords = gifts.shares.map((share) => share.join(' ')).join(', ');
  expect(donate.uses.figureLabel).toContain(inWords);
});

test('the first option of each filter selects all', () => {
  const { state, grade, subject, year } = directory;
  const all = [state, grade, subject, year].map((filter) => filter.all);
  for (const label of [...all, library.allTopics, library.allYears])
    expect(label.toLowerCase()).toMatch(new RegExp(`^${options.all} `));
});
