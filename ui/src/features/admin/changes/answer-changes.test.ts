import { expect, test } from 'vitest';
import { changeRequest, detail, earlierVersion } from '../../../../test/api/mock-api';
import type {
  ApplicationDetail,
  ApplicationVersion,
  ChangeRequest,
} from '../../../api/review/applications';
import type { Piece } from '../../../lib/found-words';
import { comparisonsOf, wordDiff } from './answer-changes';

/** With opened personal data. */
const compared = (current: ApplicationDetail, ...earlier: readonly ApplicationVersion[]) =>
  comparisonsOf(current, current, earlier);

test('answers are compared as they are shown: a blank and a missing second address line are equal', () => {
  const earlier = earlierVersion({ fields: { address_line2: '' } });
  const [comparison] = compared(detail({ address_line2: null }), earlier);
  expect(comparison?.differences).toEqual([]);
});

test('a list, a date and a photo are compared too', () => {
  const current = detail({
    subjects_taught: ['Math', 'Science'],
    date_of_birth: '1984-02-28',
    headshot_id: 'new',
    headshot_url: '/storage/new.jpg',
  });
  const earlier = earlierVersion({
    fields: { subjects_taught: ['Math'], date_of_birth: '1984-02-29' },
    headshot_url: null,
    change_request: changeRequest({ id: 'request-1' }),
  });
  expect(compared(current, earlier)).toMatchObject([
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

test('a photo is the same at another address', () => {
  const current = detail({ headshot_id: 'own', headshot_url: '/storage/own.jpg?signature=2' });
  const earlier = earlierVersion({
    fields: { headshot_id: 'own' },
    headshot_url: '/storage/own.jpg?signature=1',
  });
  expect(compared(current, earlier)[0]?.differences).toEqual([]);
});

test('personal data is compared only once it is opened', () => {
  const asked = (...fields: ChangeRequest['fields']) => changeRequest({ fields });
  const { phone: _, ...current } = detail();
  const closed = (...fields: ChangeRequest['fields']) =>
    comparisonsOf({ ...current, city: 'New Tampa' }, undefined, [
      earlierVersion({ fields: { phone: '1' }, change_request: asked('phone', 'city') }),
      earlierVersion({ change_request: asked(...fields) }),
    ]).map(({ differences, personal }) => [differences.map(({ name }) => name), personal]);
  expect(closed('phone', 'city')).toEqual([
    [['city'], 'unknown'],
    [[], 'changed'],
  ]);
  expect(closed('city')[0]).toEqual([['city'], 'same']);
});

const shown = (pieces: readonly Piece[]) =>
  pieces.map(({ text, isMarked }) => (isMarked ? `[${text}]` : text)).join('');
const textOf = (pieces: readonly Piece[]) => pieces.map(({ text }) => text).join('');

test.each([
  [
    'I taught ten years.',
    'I taught twelve years.',
    'I taught [ten] years.',
    'I taught [twelve] years.',
  ],
  ['Twelve years.', 'Ten years. Then Ohio.', '[Twelve] years.', '[Ten] years.[ Then Ohio.]'],
  ['Science', 'Science, Math', 'Science', 'Science[, Math]'],
  ['Math, Science', 'Science', '[Math, ]Science', 'Science'],
  ['1 Main Street', '12 Oak Avenue', '[1 Main Street]', '[12 Oak Avenue]'],
  ['', 'Tampa', '', '[Tampa]'],
  ['Tampa', '', '[Tampa]', ''],
  ['same', 'same', 'same', 'same'],
  ['a b a', 'a', 'a[ b a]', 'a'],
  ['Grade 4 teacher', 'grade 4 teacher', '[Grade] 4 teacher', '[grade] 4 teacher'],
  ['Nuñez 🦉', 'Nun\u0303ez 🦉', '[Nuñez] 🦉', '[Nun\u0303ez] 🦉'],
])('the words that differ between %j and %j are marked', (before, after, ...marked) => {
  const sides = wordDiff(before, after);
  expect([shown(sides.before), shown(sides.after)]).toEqual(marked);
});

test('each side has its whole text', () => {
  const before = 'Twelve years in Tampa.\nThen three in Ohio, as a chair; “AP” history!';
  const after = 'Ten years in Tampa,\nthen three in Ohio — as chair and mentor; AP history!';
  const sides = wordDiff(before, after);
  expect([textOf(sides.before), textOf(sides.after)]).toEqual([before, after]);
});

test('texts with too many differences are marked as a whole', () => {
  const [before, after] = ['a-'.repeat(2_500), 'b+'.repeat(2_500)];
  expect(wordDiff(before, after)).toEqual({
    before: [{ text: before, isMarked: true }],
    after: [{ text: after, isMarked: true }],
  });
});
