/** Tests the store: its fixed texts and prices, the dialog that its buttons open, its only link. */
import { fireEvent, screen, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { renderPage } from '../../../test/screens/render-page';
import { prices } from '../../../test/specification/lists';
import * as specified from '../../../test/specification/public-screens';
import { StorePage } from './store-page';

beforeEach(() => void renderPage(StorePage, '/store'));

const section = (name: string) => within(screen.getByRole('region', { name }));
const headingsIn = (name: string) =>
  section(name)
    .getAllByRole('heading', { level: 3 })
    .map((heading) => heading.textContent);

test('the page has four signature collections', () => {
  expect(headingsIn('Signature Collections')).toEqual([
    'The Chalkboard Collection',
    'The Doorway Collection',
    'The Red Pen Collection',
    'The First Bell Collection',
  ]);
});

test('the six featured products have prices and pictures', () => {
  const products = section('Featured Products').getAllByRole('listitem');
  const shown = products.map((item) => {
    const product = within(item);
    expect(product.getByRole('img').getAttribute('alt')).toBeTruthy();
    return product.getByText(/^\$/).textContent;
  });
  expect(shown).toEqual(prices.map(([, price]) => price));
});

test('the page explains where the money goes and offers bulk orders', () => {
  expect(headingsIn('Where the Money Goes')).toHaveLength(3);
  expect(section('Bulk & Custom Orders').getAllByRole('listitem')).toHaveLength(3);
});

test('every button opens the dialog, which names the product', async () => {
  const buttons = screen.getAllByRole('button');
  expect(buttons).toHaveLength(4 + 6 + 1 + 1);
  const features: string[] = [];
  for (const button of buttons) {
    fireEvent.click(button);
    const text = await screen.findByText(/will be available soon\.$/);
    features.push(text.textContent ?? '');
    expect(screen.getByText(specified.comingSoon.title)).toBeTruthy();
    fireEvent.keyDown(text, { key: 'Escape' });
    expect(screen.queryByText(specified.comingSoon.title)).toBeNull();
  }
  expect(new Set(features).size).toBe(buttons.length);
  expect(features.join(' ')).toContain('The Doorway Collection will be available soon.');
});

test('the only link is Become a Brand Ambassador, to /contact', () => {
  const links = screen.getAllByRole('link');
  expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
    [specified.store.ambassador, '/contact'],
  ]);
});
