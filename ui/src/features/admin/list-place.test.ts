import { describe, expect, test } from 'vitest';
import { applicationList, summary } from '../../../test/api/mock-api';
import { placeOf, turned } from './list-place';

const rows = (count: number, decided = 0) =>
  Array.from({ length: count }, (_, index) =>
    summary({ id: `app-${index}`, status: index < decided ? 'approved' : 'pending' }),
  );

/** A page in the middle of 300, with so many of its rows decided since. */
const middle = (decided = 0, total = 300) =>
  applicationList(rows(25, decided), { total, next_cursor: 'n', prev_cursor: 'p' });

describe('the place of a page', () => {
  test('is known at the beginning and at the end of the list, whatever the address says', () => {
    expect(placeOf({ ...middle(), prev_cursor: null }, '7-9')).toEqual({ first: 1, last: 25 });
    expect(placeOf({ ...middle(), next_cursor: null }, '')).toEqual({ first: 276, last: 300 });
  });
  test('is remembered in between, as long as the list is as long as it was', () => {
    expect(placeOf(middle(), '26-300')).toEqual({ first: 26, last: 50 });
    expect(placeOf(middle(0, 299), '26-300')).toBeNull();
  });
  test.each(['', '0-300', '26', '26-', '-300', 'x-y', '26-300-1', '9999999999-300'])(
    'is not made up from %o',
    (at) => expect(placeOf(middle(), at)).toBeNull(),
  );
  test('is none where nothing is listed, nor at the end of what was not counted', () => {
    expect(placeOf({ ...middle(), items: [] }, '26-300')).toBeNull();
    const uncounted = { ...middle(0, 1000), next_cursor: null, total_is_exact: false };
    expect(placeOf(uncounted, '')).toBeNull();
  });
});

describe('turning the page', () => {
  test('counts the rows that were decided here as gone from a filter by status', () => {
    const page = { ...middle(10), prev_cursor: null };
    expect(turned(page, '', 'pending', 'next')).toEqual({ cursor: 'n', at: '16-290' });
    expect(turned(page, '', undefined, 'next')).toEqual({ cursor: 'n', at: '26-300' });
  });
  test('goes back to where the page before began', () => {
    expect(turned(middle(5), '51-300', 'pending', 'previous')).toEqual({
      cursor: 'p',
      at: '26-295',
    });
    expect(turned(middle(), '16-300', 'pending', 'previous')?.at).toBe('1-300');
  });
  test('knows no place where it was lost, and no page beyond the end', () => {
    expect(turned(middle(), '', 'pending', 'next')).toEqual({ cursor: 'n', at: '' });
    expect(turned({ ...middle(), next_cursor: null }, '', 'pending', 'next')).toBeNull();
  });
});
