/** Tests that filters are read from the URL and changed. The journey site/filters hydrates prerendered lists. */
import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { expect, test, vi } from 'vitest';
import { readFilters, useQueryFilters } from './use-query-filters';

const options = {
  topic: ['all', 'Equity', 'Funding'],
  year: ['all', '2024', '2023'],
  q: 'text',
} as const;

test.each([
  ['', { topic: 'all', year: 'all', q: '' }],
  ['topic=Equity', { topic: 'Equity', year: 'all', q: '' }],
  ['topic=Equity&year=2023&q=ohio', { topic: 'Equity', year: '2023', q: 'ohio' }],
  ['topic=equity', { topic: 'all', year: 'all', q: '' }],
  ['topic=Weather&year=1999', { topic: 'all', year: 'all', q: '' }],
  ['topic=&year=all&other=1', { topic: 'all', year: 'all', q: '' }],
])('?%s reads as %o', (query, filters) => {
  expect(readFilters(options, new URLSearchParams(query))).toEqual(filters);
});

function Filters() {
  const { filters, isFiltered, setFilter, clear } = useQueryFilters(options);
  return (
    <>
      <p role="status">{`${filters.topic} ${filters.year} "${filters.q}" ${isFiltered}`}</p>
      <button onClick={() => setFilter('topic', 'Equity')}>equity</button>
      <button onClick={() => setFilter('topic', 'all')}>any topic</button>
      <button
        onClick={() => {
          setFilter('year', '2024');
          setFilter('q', 'a b');
        }}
      >
        both
      </button>
      <button onClick={clear}>clear</button>
    </>
  );
}

const routerAt = (...entries: string[]) =>
  createMemoryRouter(
    [
      { path: '/', element: <p>home</p> },
      { path: '/list', element: <Filters /> },
      { path: '/long', element: <LongList /> },
    ],
    { initialEntries: entries },
  );

function open(...entries: string[]) {
  const router = routerAt(...entries);
  render(<RouterProvider router={router} />);
  const user = userEvent.setup();
  return {
    router,
    press: (name: string) => user.click(screen.getByRole('button', { name })),
    search: () => router.state.location.search,
    shown: () => screen.getByRole('status').textContent,
  };
}

test('changes build on each other, and changes and clear keep other parameters', async () => {
  const { press, search, shown } = open('/list?ref=mail');
  expect(shown()).toBe('all all "" false');
  await press('equity');
  await press('both');
  expect(search()).toBe('?ref=mail&topic=Equity&year=2024&q=a+b');
  expect(shown()).toBe('Equity 2024 "a b" true');
  await press('any topic');
  expect(search()).toBe('?ref=mail&year=2024&q=a+b');
  await press('clear');
  expect(search()).toBe('?ref=mail');
  expect(shown()).toBe('all all "" false');
});

test('a change is shown before the router commits it', async () => {
  const { router, press, shown } = open('/list');
  vi.spyOn(router, 'navigate').mockReturnValue(new Promise(() => undefined));
  await press('equity');
  expect(shown()).toBe('Equity all "" true');
});

const longList = {
  q: 'text',
  status: ['all', 'pending'],
  sort: ['newest', 'name'],
  page: 'position',
} as const;

function LongList() {
  const { filters, isFiltered, setFilter } = useQueryFilters(longList);
  return (
    <>
      <p role="status">{`${filters.status} ${filters.sort} ${filters.page} ${isFiltered}`}</p>
      <button onClick={() => setFilter('status', 'pending')}>pending</button>
      <button onClick={() => setFilter('sort', 'name')}>by name</button>
      <button onClick={() => setFilter('page', '3')}>page 3</button>
    </>
  );
}

test('a change resets the position', async () => {
  const { press, search, shown } = open('/long?page=3');
  expect(shown()).toBe('all newest 3 true');
  await press('pending');
  expect(search()).toBe('?status=pending');
});
