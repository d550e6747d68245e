import { act, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { SearchField } from './search-field';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function open(value = '') {
  const onSearch = vi.fn<(text: string) => void>();
  const field = (search: string) => (
    <SearchField label="Search" value={search} onSearch={onSearch} />
  );
  const { rerender } = render(field(value));
  const box = screen.getByLabelText<HTMLInputElement>('Search');
  return {
    onSearch,
    box,
    type: (text: string) => fireEvent.change(box, { target: { value: text } }),
    searchFor: (search: string) => rerender(field(search)),
  };
}
const pass = (ms: number) => act(() => void vi.advanceTimersByTime(ms));

test('searches for the trimmed text after a pause in typing, or at once on Enter', () => {
  const { onSearch, box, type } = open();
  type('A');
  pass(200);
  type(' Ada ');
  pass(249);
  expect(onSearch).not.toHaveBeenCalled();
  pass(1);
  expect(onSearch.mock.calls).toEqual([['Ada']]);
  type('Grace');
  fireEvent.keyDown(box, { key: 'Enter' });
  pass(1000);
  expect(onSearch.mock.calls).toEqual([['Ada'], ['Grace']]);
});

test('shows a search that changes elsewhere, and keeps the typed text when its own change returns', () => {
  const { onSearch, box, type, searchFor } = open('Ada');
  searchFor('');
  expect(box.value).toBe('');
  type('Grace ');
  pass(250);
  searchFor('Grace');
  expect(box.value).toBe('Grace ');
  pass(1000);
  expect(onSearch.mock.calls).toEqual([['Grace']]);
});
