/** Tests the parameters and the names of the filters. */
import { expect, test } from 'vitest';
import { filterParameters, namedFilters, stateName } from './filters';

const none = {
  state: '',
  region: '',
  subject: '',
  from: '',
  to: '',
  notes: '',
  mark: 'all',
  team: 'all',
  changes: 'all',
} as const;

test('days are sent as the beginning of the first day and of the day after the last', () => {
  const { submittedAfter, submittedBefore } = filterParameters({
    ...none,
    from: '2026-02-27',
    to: '2026-02-28',
  });
  expect(submittedAfter).toBe(new Date(2026, 1, 27).toISOString());
  expect(submittedBefore).toBe(new Date(2026, 2, 1).toISOString());
});

test.each(['', 'yesterday', '2026-99-99x', '26-01-01', '0026-03-04'])(
  '%o is no day and is not sent',
  (from) => {
    expect(filterParameters({ ...none, from })).toEqual({});
  },
);

test('texts are trimmed, and blank ones are not sent', () => {
  expect(filterParameters({ ...none, state: ' TX ', subject: ' ' })).toEqual({ state: ['TX'] });
});

test.each([
  ['TX,OH', '', { state: ['TX', 'OH'] }],
  [
    'TX, Other places',
    'south,,west',
    { state: ['TX'], region: ['south', 'west'], otherPlaces: true },
  ],
  ['Other places', 'europe', { otherPlaces: true }],
])('the places %o and the regions %o are sent together', (state, region, sent) => {
  expect(filterParameters({ ...none, state, region })).toEqual(sent);
});

test('each place and each choice has its own chip, which removes only it', () => {
  const filter = {
    ...none,
    state: 'TX,Ontario,TX',
    region: 'south,europe',
    mark: 'none',
    team: 'divided',
  } as const;
  expect(filterParameters(filter)).toMatchObject({ mark: 'none', team: 'divided' });
  expect(namedFilters(filter)).toEqual([
    { name: 'state', text: 'State: Texas', rest: 'Ontario' },
    { name: 'state', text: 'State: Ontario', rest: 'TX' },
    { name: 'region', text: 'Region: South', rest: 'europe' },
    { name: 'mark', text: 'My mark: Not marked yet', rest: 'all' },
    { name: 'team', text: 'Team: Divided', rest: 'all' },
  ]);
});

test.each([
  ['with', true, ['With notes']],
  ['without', false, ['Without notes']],
  ['some', undefined, []],
])('notes: %s is sent and named', (notes, hasNotes, texts) => {
  expect(filterParameters({ ...none, notes }).hasNotes).toBe(hasNotes);
  expect(namedFilters({ ...none, notes }).map(({ text }) => text)).toEqual(texts);
});

test('filters are named with the state in full and the day in words', () => {
  expect(stateName('tx')).toBe('Texas');
  expect(stateName('Ontario')).toBe('Ontario');
  const named = namedFilters({ ...none, state: 'TX', subject: 'Math', from: '2026-02-01' });
  expect(named).toEqual([
    { name: 'state', text: 'State: Texas', rest: '' },
    { name: 'subject', text: 'Subject: Math', rest: '' },
    { name: 'from', text: 'From Feb 1, 2026', rest: '' },
  ]);
});
