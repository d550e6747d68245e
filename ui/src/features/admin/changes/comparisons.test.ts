import { expect, test } from 'vitest';
import { changeRequest, detail, earlierVersion } from '../../../../test/api/mock-api';
import { changedNames, comparisonsOf } from './comparisons';

test('each version is compared with the next one and the last with the current answers, newest first', () => {
  const comparisons = comparisonsOf(detail({ city: 'Miami', phone: '2' }), [
    earlierVersion({ number: 1, fields: { city: 'Tampa', phone: '1' } }),
    earlierVersion({ number: 2, fields: { city: 'Orlando', phone: '2' } }),
  ]);
  expect(comparisons.map(({ number, differences }) => [number, differences])).toEqual([
    [2, [{ name: 'city', before: 'Orlando', after: 'Miami' }]],
    [
      1,
      [
        { name: 'city', before: 'Tampa', after: 'Orlando' },
        { name: 'phone', before: '1', after: '2' },
      ],
    ],
  ]);
  expect([...changedNames(comparisons)]).toEqual(['city', 'phone']);
});

test('answers are compared as they are shown: a blank and a missing second address line are equal', () => {
  const earlier = earlierVersion({ fields: { address_line2: '' } });
  const [comparison] = comparisonsOf(detail({ address_line2: null }), [earlier]);
  expect(comparison?.differences).toEqual([]);
});

test('a list, a date and a photo are compared too', () => {
  const current = detail({
    subjects_taught: ['Math', 'Science'],
    date_of_birth: '1984-02-28',
    headshot_url: '/storage/new.jpg',
  });
  const earlier = earlierVersion({
    fields: { subjects_taught: ['Math'], date_of_birth: '1984-02-29' },
    headshot_url: null,
    change_request: changeRequest({ id: 'request-1' }),
  });
  expect(comparisonsOf(current, [earlier])).toMatchObject([
    {
      request: { id: 'request-1' },
      differences: [
        { name: 'subjects_taught', before: 'Math', after: 'Math, Science' },
        { name: 'date_of_birth', before: 'February 29, 1984', after: 'February 28, 1984' },
        { name: 'headshot_id', before: null, after: '/storage/new.jpg' },
      ],
    },
  ]);
});
