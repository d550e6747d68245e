import { describe, expect, test } from 'vitest';
import { applicationList, summary } from '../../../../test/api/mock-api';
import { admin } from '../../../content/membership/admin';
import { positionOf, adjacentPage } from './pages';

const rows = (count: number, decided = 0) =>
  Array.from({ length: count }, (_, index) =>
    summary({ id: `app-${index}`, status: index < decided ? 'approved' : 'pending' }),
  );

/** A page in the middle of the list with this number of decided rows. */
const middle = (decided = 0, total = 300) =>
  applicationList(rows(25, decided), { total, next_cursor: 'n', prev_cursor: 'p' });

describe('the position of a page', () => {
  test('on the first and last page does not depend on the URL', () => {
    expect(positionOf({ ...middle(), prev_cursor: null }, '7-9')).toEqual({ first: 1, last: 25 });
    expect(positionOf({ ...middle(), next_cursor: null }, '')).toEqual({ first: 276, last: 300 });
  });
  test('on other pages comes from the URL if the length of the list has not changed', () => {
    expect(positionOf(middle(), '26-300')).toEqual({ first: 26, last: 50 });
    expect(positionOf(middle(0, 299), '26-300')).toBeNull();
  });
  test.each(['', '0-300', '26', '26-', '-300', 'x-y', '26-300-1', '9999999999-300'])(
    'is not read from the malformed %o',
    (at) => expect(positionOf(middle(), at)).toBeNull(),
  );
  test('is null on an empty page and at the end of an estimated total', () => {
    expect(positionOf({ ...middle(), items: [] }, '26-300')).toBeNull();
    const uncounted = { ...middle(0, 1000), next_cursor: null, total_is_exact: false };
    expect(positionOf(uncounted, '')).toBeNull();
  });
});

describe('turning the page', () => {
  test('subtracts the decided rows if the list is filtered by status', () => {
    const page = { ...middle(10), prev_cursor: null };
    expect(adjacentPage(page, '', 'pending', 'next')).toEqual({ cursor: 'n', at: '16-290' });
    expect(adjacentPage(page, '', undefined, 'next')).toEqual({ cursor: 'n', at: '26-300' });
  });
  test('goes back to the start of the previous page', () => {
    expect(adjacentPage(middle(5), '51-300', 'pending', 'previous')).toEqual({
      cursor: 'p',
      at: '26-295',
    });
    expect(adjacentPage(middle(), '16-300', 'pending', 'previous')?.at).toBe('1-300');
    const longer = { ...middle(), limit: 50 };
    expect(adjacentPage(longer, '101-300', undefined, 'previous')?.at).toBe('51-300');
  });
  test('keeps an unknown position, and stops at the last page', () => {
    expect(adjacentPage(middle(), '', 'pending', 'next')).toEqual({ cursor: 'n', at: '' });
    expect(adjacentPage({ ...middle(), next_cursor: null }, '', 'pending', 'next')).toBeNull();
  });
});

test('the position in a list of one application is in the singular', () => {
  const { listed, position } = admin.detail;
  expect(position(1, '1', listed('1'))).toBe('1 of 1 application');
  expect(position(1, '1,000', listed('1,000'))).toBe('1 of 1,000 applications');
});
