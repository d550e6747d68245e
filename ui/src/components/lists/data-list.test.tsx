import { render, screen, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { DataList, type Column } from './data-list';

afterEach(() => vi.unstubAllGlobals());

interface Person {
  id: string;
  name: string;
  role: string;
}

const people: Person[] = [
  { id: '1', name: 'Ada', role: 'admin' },
  { id: '2', name: 'Grace', role: 'member' },
];
const columns: Column<Person>[] = [
  { name: 'Name', part: 'heading', cell: ({ name }) => name },
  { name: 'Role', cell: ({ role }) => role },
  { name: 'Actions', part: 'buttons', cell: ({ name }) => <button>Open {name}</button> },
];

function open(width: number) {
  vi.stubGlobal('matchMedia', (query: string) =>
    Object.assign(new EventTarget(), {
      matches: width < 16 * Number(/\(width < (\d+)rem\)/.exec(query)?.[1]),
    }),
  );
  render(<DataList caption="People" columns={columns} rows={people} />);
}

test('from 768 px up a list is shown as a table with a header for each row', () => {
  open(768);
  const table = screen.getByRole('table', { name: 'People' });
  const row = within(table).getByRole('row', { name: /Grace/ });
  expect(within(row).getByRole('rowheader').textContent).toBe('Grace');
  expect(within(row).getByRole('cell', { name: 'member' })).toBeTruthy();
  expect(screen.queryByRole('list')).toBeNull();
});

test('below 768 px a list is shown as cards with the same facts and buttons', () => {
  open(767);
  const list = screen.getByRole('list', { name: 'People' });
  const card = within(list).getAllByRole('listitem')[1]!;
  expect(within(card).getByRole('heading').textContent).toBe('Grace');
  expect(within(card).getByText('Role').nextElementSibling?.textContent).toBe('member');
  expect(within(card).getByRole('button', { name: 'Open Grace' })).toBeTruthy();
  expect(screen.queryByRole('table')).toBeNull();
});
