import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router-dom';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { expectAccessible } from '../../test/screens/axe';
import { visitor } from '../../test/screens/render-site';
import * as specified from '../../test/specification/public-screens';
import { useSession } from '../session/use-session';
import { paths, placeholderPages } from '../content/site/pages';
import { routeTable, screenAt } from './route-table';
import { SiteRoutes } from './site-routes';

vi.mock('../session/use-session');
beforeEach(() => void vi.mocked(useSession).mockReturnValue(visitor));

// docs/product.md, 2.1 and 2.3.
const routes = [
  '/',
  '/about',
  '/about/mission-vision',
  '/about/core-values',
  '/about/founders-message',
  '/about/board-leadership',
  '/about/university-partners',
  '/auth',
  '/apply',
  '/admin',
  '/educators-forum',
  '/educators-forum/how-it-works',
  '/educators-forum/apply',
  '/educators-forum/host',
  '/reports',
  '/reports/featured',
  '/reports/archive',
  '/reports/infographics',
  '/reports/impact',
  '/teachers',
  '/teachers/search',
  '/teachers/spotlights',
  '/teachers/join',
  '/store',
  '/store/signature',
  '/store/all',
  '/store/sponsor',
  '/store/bulk',
  '/contact',
  '/donate',
  '/faq',
  '/blog',
  '/privacy',
  '/terms',
  '/auth/confirm',
  '/account',
  '/auth/recover',
  '/auth/reset',
  '/auth/restore',
  '/auth/finish',
];

const withSecrets = [
  '/auth/confirm',
  '/auth/recover',
  '/auth/reset',
  '/auth/restore',
  '/auth/finish',
];
const accountPaths = ['/auth', ...withSecrets, '/account', '/apply', '/admin'];

function open(path: string) {
  render(
    <MemoryRouter initialEntries={[path]}>
      <SiteRoutes />
    </MemoryRouter>,
  );
}

describe('the route table', () => {
  test('lists every route in the product rules, and each path once', () => {
    const listed = routeTable.map((entry) => entry.path);
    expect(listed).toEqual(expect.arrayContaining(routes));
    expect(new Set(listed).size).toBe(listed.length);
    expect(listed).toEqual(expect.arrayContaining(Object.values(paths)));
  });

  test('has unique titles', () => {
    expect(new Set(routeTable.map(({ title }) => title)).size).toBe(routeTable.length);
  });

  test('hides the account pages from search engines and secret URLs from referrers', () => {
    const hidden = routeTable.filter((entry) => entry.noindex).map((entry) => entry.path);
    expect(hidden).toEqual(expect.arrayContaining(accountPaths));
    for (const path of withSecrets) {
      expect(screenAt(`${path}/`)?.referrer).toBe('no-referrer');
    }
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

  test.each([
    ['/people/7', '/people/:id'],
    ['/people/7/', '/people/:id'],
    ['/people/me', '/people/me'],
    ['/people/7/edit', '/people/:id/edit'],
    ['/people/', undefined],
    ['/people//', undefined],
    ['/people//edit', undefined],
    ['/people/7/x', undefined],
  ])('matches the parameter of %s', (address, path) => {
    const load = async () => () => null;
    const table = ['/people/:id', '/people/me', '/people/:id/edit'].map((pattern) => ({
      path: pattern,
      title: pattern,
      load,
    }));
    expect(screenAt(address, table)?.path).toBe(path);
  });
});

test('a placeholder page says that its content is coming soon', async () => {
  open('/about/founders-message');
  expect(await screen.findByRole('heading', { level: 1, name: "Founder's Message" })).toBeTruthy();
  expect(screen.getByText('Content coming soon')).toBeTruthy();
  await waitFor(() => expect(document.title).toBe("Founder's Message | Educators Forum"));
  await expectAccessible();
});

test('the title of /auth follows the selected tab', async () => {
  const user = userEvent.setup();
  open('/auth#sign-up');
  expect(await screen.findByRole('tab', { name: 'Sign Up', selected: true })).toBeTruthy();
  await waitFor(() => expect(document.title).toBe('Sign Up | Educators Forum'));
  await user.click(screen.getByRole('tab', { name: 'Sign In' }));
  await waitFor(() => expect(document.title).toBe('Sign In | Educators Forum'));
});

test('an unknown path shows the not-found page with a link to the home page', async () => {
  open('/no/such/page');
  expect(await screen.findByRole('heading', { level: 1, name: specified.notFound })).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Return to Home' }).getAttribute('href')).toBe('/');
  await expectAccessible();
});
