import { HttpResponse } from 'msw';
import { expect, test } from 'vitest';
import { deferred } from '../../../test/deferred';
import { applicationList, serve, serveApi, summary } from '../../../test/api/mock-api';
import { COUNTS, readList, savedMarks, unsavedMarks, withMine } from './review-cache';

test.each([
  [null, 'yes', { yes: 3, maybe: 1, no: 0, mine: 'yes' }],
  ['maybe', 'yes', { yes: 3, maybe: 0, no: 0, mine: 'yes' }],
  ['yes', 'yes', { yes: 2, maybe: 1, no: 0, mine: 'yes' }],
  ['yes', null, { yes: 1, maybe: 1, no: 0, mine: null }],
] as const)('a mark that was %o and becomes %o is counted once', (before, mine, after) =>
  expect(withMine({ yes: 2, maybe: 1, no: 0, mine: before }, mine)).toEqual(after),
);

serveApi();

// The server reads the list before it stores the mark.
test.each([
  ['saved before the request', null],
  ['saved after the request', 'yes'],
  ['being saved', 'yes'],
] as const)('with a mark that was %s, the list has %o', async (when, mine) => {
  const marks = { yes: 1, maybe: 0, no: 0, mine: null };
  const answered = deferred();
  serve('get /api/admin/applications', async () => {
    await answered.promise;
    return HttpResponse.json(applicationList([summary({ marks })]));
  });
  const saved = (at: number) => savedMarks.set('app-1', { mine: 'yes', at });
  if (when === 'saved before the request') saved(performance.now() - 1);
  const read = readList(COUNTS);
  if (when === 'being saved') unsavedMarks.set('app-1', 'yes');
  if (when === 'saved after the request') saved(performance.now());
  answered.resolve();
  const { items } = await read;
  expect(items[0]?.marks).toEqual({ ...marks, yes: mine === null ? 1 : 2, mine });
  unsavedMarks.clear();
  savedMarks.clear();
});
