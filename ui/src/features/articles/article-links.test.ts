import { expect, test } from 'vitest';
import { relatedTo } from './article-links';

test('up to three related items are returned, those of the same kind first', () => {
  const [a1, b1, a2, b2, a3] = ['a1', 'b1', 'a2', 'b2', 'a3'].map((name) => ({ name }));
  const all = [a1, b1, a2, b2, a3];
  const kindOf = (item?: { name: string }) => item?.name[0];
  expect(relatedTo(a2, all, kindOf)).toEqual([a1, a3, b1]);
  expect(relatedTo(b1, all, kindOf)).toEqual([b2, a1, a2]);
});
