import { expect, test } from 'vitest';
import { dayOf, fileSize, longDate, shortDate, timeOf } from './format';

test.each([
  ['2025-06-12', 'June 12, 2025', 'Jun 12, 2025'],
  ['2024-09-07', 'September 7, 2024', 'Sep 7, 2024'],
  ['2025-05-31', 'May 31, 2025', 'May 31, 2025'],
])('%s is %s, in short %s', (day, long, short) => {
  expect(longDate(day)).toBe(long);
  expect(shortDate(day)).toBe(short);
});

test.each(['', 'tomorrow', '1980-13-01', '1980-2'])(
  'text that is not a date is returned unchanged: "%s"',
  (text) => {
    expect(longDate(text)).toBe(text);
  },
);

test('the day of a timestamp is in local time', () => {
  expect(dayOf(new Date(2026, 2, 5, 0, 0))).toBe('2026-03-05');
  expect(dayOf(new Date(2026, 2, 5, 23, 59))).toBe('2026-03-05');
});

test.each([
  [0, 5, '12:05 AM'],
  [9, 30, '9:30 AM'],
  [12, 0, '12:00 PM'],
  [23, 59, '11:59 PM'],
])('%i:%i is %s', (hour, minute, text) => {
  expect(timeOf(new Date(2026, 2, 5, hour, minute))).toBe(text);
});

test.each([
  [1, '1 KB'],
  [840_000, '820 KB'],
  [1_470_000, '1.4 MB'],
  [5 * 1024 * 1024, '5.0 MB'],
])('%i bytes read as %s', (bytes, text) => {
  expect(fileSize(bytes)).toBe(text);
});
