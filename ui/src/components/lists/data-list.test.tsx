import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { expectAccessible } from '../../../test/screens/axe';
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
  { name: 'Name', part: 'heading', cell: ({ name }) => name, sort: 'name' },
  { name: 'Role', cell: ({ role }) => role, sort: 'role' },
  { name: 'Actions', part: 'buttons', cell: ({ name }) => <button>Open {name}</button> },
];

function open(width: number, order: 'asc' | 'desc' = 'asc') {
  vi.stubGlobal('matchMedia', (query: string) =>
    Object.assign(new EventTarget(), {
      matches: width < 16 * Number(/\(width < (\d+)rem\)/.exec(query)?.[1]),
    }),
  );
  const onSort = vi.fn<(by: string) => void>();
  const sorting = { by: 'name', order, onSort };
  const list = <DataList caption="People" columns={columns} rows={people} sorting={sorting} />;
  render(<main>{list}</main>);
  return onSort;
}

test('from 768 px up a list is shown as a table with a header for each row', async () => {
  open(768);
  const table = screen.getByRole('table', { name: 'People' });
  const row = within(table).getByRole('row', { name: /Grace/ });
  expect(within(row).getByRole('rowheader').textContent).toBe('Grace');
  expect(within(row).getByRole('cell', { name: 'member' })).toBeTruthy();
  expect(screen.queryByRole('list')).toBeNull();
  await expectAccessible();
});

test('below 768 px a list is shown as cards with the same facts and buttons', async () => {
  open(767);
  const list = screen.getByRole('list', { name: 'People' });
  const card = within(list).getAllByRole('listitem')[1]!;
  expect(within(card).getByRole('heading').textContent).toBe('Grace');
  expect(within(card).getByText('Role').nextElementSibling?.textContent).toBe('member');
  expect(within(card).getByRole('button', { name: 'Open Grace' })).toBeTruthy();
  expect(screen.queryByRole('table')).toBeNull();
});

test.each(['asc', 'desc'] as const)('aria-sort marks the sorted column (%s)', async (order) => {
  const onSort = open(1280, order);
  const [name, role, actions] = screen.getAllByRole('columnheader');
  expect(name?.ariaSort).toBe(`${order}ending`);
  expect(role?.ariaSort).toBeNull();
  expect(within(actions!).queryByRole('button')).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Role' }));
  expect(onSort).toHaveBeenCalledWith('role');
});
