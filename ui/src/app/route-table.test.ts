import { everything } from '../../test/browser/site';
import { describe, expect, test } from 'vitest';
import { paths, placeholderPages } from '../content/site/pages';
import { routeTable, screenAt } from './route-table';

const withSecrets = [
  '/auth/confirm',
  '/auth/recover',
  '/auth/reset',
  '/auth/restore',
  '/auth/finish',
  '/newsletter/confirm',
  '/newsletter/preferences',
];
const accountPaths = ['/auth', ...withSecrets, '/account', '/apply', '/admin'];

describe('the route table', () => {
  test('lists each path once', () => {
    const listed = routeTable.map((entry) => entry.path);
    expect(new Set(listed).size).toBe(listed.length);
    expect(listed).toEqual(expect.arrayContaining(Object.values(paths)));
  });

  test('has unique titles', () => {
    expect(new Set(routeTable.map(({ title }) => title)).size).toBe(routeTable.length);
  });

  test('hides the account pages from search engines and secret URLs from referrers', () => {
    const hidden = routeTable.filter((entry) => entry.noindex).map((entry) => entry.path);
    expect(hidden).toEqual(expect.arrayContaining(accountPaths));
    const root = document.documentElement;
    root.dataset['site'] = JSON.stringify(everything);
    for (const path of withSecrets) {
      expect(screenAt(`${path}/`)?.referrer).toBe('no-referrer');
    }
    delete root.dataset['site'];
  });

  test('marks exactly the placeholder pages as coming soon', () => {
    const coming = routeTable.filter((entry) => entry.comingSoon).map((entry) => entry.path);
    expect(coming).toEqual(placeholderPages.map((name) => paths[name]));
    expect(routeTable.filter((entry) => entry.comingSoon && entry.noindex)).toEqual([]);
  });

  test.each([
    ['/', '/'],
    ['/about', '/about'],
    ['/about/', '/about'],
    ['/about//', undefined],
    ['//', '/'],
    ['/About', undefined],
    ['/about/index.html', undefined],
    ['', undefined],
  ])('matches %s exactly', (address, path) => {
    expect(screenAt(address)?.path).toBe(path);
  });
});
