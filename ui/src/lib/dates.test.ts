import { expect, test } from 'vitest';
import { dayOf, longDate, shortDate, timeOf } from './dates';

test.each([
  ['2025-06-12', 'June 12, 2025', 'Jun 12, 2025'],
  ['2024-09-07', 'September 7, 2024', 'Sep 7, 2024'],
  ['2025-05-31', 'May 31, 2025', 'May 31, 2025'],
])('%s is %s, in short %s', (day, long, short) => {
  expect(longDate(day)).toBe(long);
  expect(shortDate(day)).toBe(short);
});

test.each(['', 'tomorrow', '1980-13-01', '1980-2'])('what is no day stays: "%s"', (text) => {
  expect(longDate(text)).toBe(text);
});

test('a moment belongs to the day of the place', () => {
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
