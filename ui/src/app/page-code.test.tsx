/** Code of pages that loads slowly or fails to load. */
import { act, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createElement } from 'react';
import { Link, MemoryRouter, Route, Routes } from 'react-router-dom';
import { beforeEach, expect, test, vi } from 'vitest';
import { visitor } from '../../test/screens/render-site';
import { sessionState } from '../session/session-state';
import { pageOf } from './page-code';
import { loadOrReload } from './startup/reload-once';
import { RootLayout } from './layout/root-layout';
import type { Screen } from './route-table';

vi.mock('./startup/reload-once');
beforeEach(() => {
  sessionState.set(visitor);
  vi.mocked(loadOrReload)
    .mockReset()
    .mockImplementation((load) => load());
});

const Shop = () => <h1 tabIndex={-1}>Shop</h1>;

function screenWith(load: Screen['load']): Screen {
  return { path: '/store', title: 'Store', load };
}

function Late({ of }: { of: Screen }) {
  return createElement(pageOf(of), { title: '', path: '/x' });
}

function open(store: Screen) {
  render(
    <MemoryRouter>
      <Routes>
        <Route element={<RootLayout />}>
          <Route path="/" element={<Link to="/store">to the shop</Link>} />
          <Route path="/store" element={<Late of={store} />} />
        </Route>
      </Routes>
    </MemoryRouter>,
  );
}

const follow = () => userEvent.click(screen.getByRole('link', { name: 'to the shop' }));

test("while a page's code loads, the old page stays and the loading is announced", async () => {
  let arrive: (page: typeof Shop) => void = () => undefined;
  open(screenWith(() => new Promise((resolve) => (arrive = resolve))));
  await follow();
  expect(await screen.findByText('Loading the page')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'to the shop' })).toBeTruthy();
  await act(async () => arrive(Shop));
  expect(await screen.findByRole('heading', { name: 'Shop' })).toBeTruthy();
  await waitFor(() => expect(screen.queryByText('Loading the page')).toBeNull());
});

test('code that failed once is requested again on the next visit', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const load = vi.fn<Screen['load']>().mockRejectedValueOnce(new TypeError('gone'));
  load.mockResolvedValue(Shop);
  open(screenWith(load));
  await follow();
  expect(await screen.findByRole('heading', { name: 'Something went wrong' })).toBeTruthy();
  for (const part of ['banner', 'contentinfo']) expect(screen.getByRole(part)).toBeTruthy();
  await userEvent.click(screen.getByRole('link', { name: 'Return to Home' }));
  await follow();
  expect(await screen.findByRole('heading', { name: 'Shop' })).toBeTruthy();
  expect(load).toHaveBeenCalledTimes(2);
});

test('code that is missing offline is explained, and Try again loads it', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const online = vi.spyOn(window.navigator, 'onLine', 'get').mockReturnValue(false);
  const load = vi.fn<Screen['load']>().mockRejectedValueOnce(new TypeError('no network'));
  load.mockResolvedValue(Shop);
  open(screenWith(load));
  await follow();
  expect(await screen.findByRole('heading', { name: 'You’re offline' })).toBeTruthy();
  online.mockReturnValue(true);
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('heading', { name: 'Shop' })).toBeTruthy();
});

test('during a reload for missing code no error is shown', async () => {
  vi.mocked(loadOrReload).mockReturnValue(new Promise<never>(() => undefined));
  open(screenWith(() => Promise.reject(new TypeError('gone'))));
  await follow();
  await waitFor(() => expect(loadOrReload).toHaveBeenCalledOnce());
  expect(screen.queryByRole('heading', { name: 'Something went wrong' })).toBeNull();
});
