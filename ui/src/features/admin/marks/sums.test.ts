import { expect, test } from 'vitest';
import { sumLines } from './mark-buttons';

const sums = (yes: number, maybe: number, no: number) => ({ yes, maybe, no, mine: null });

test.each([
  [sums(0, 0, 0), []],
  [sums(3, 0, 0), ['3 yes']],
  [sums(0, 2, 1), ['2 maybe · 1 no']],
  [sums(1, 0, 1), ['Divided', '1 yes · 1 no']],
  [sums(2, 1, 3), ['Divided', '2 yes · 1 maybe · 3 no']],
  [sums(3, 0, 1), ['3 yes · 1 no']],
  [sums(1, 0, 3), ['1 yes · 3 no']],
])('the sum %o reads %o', (marks, lines) => expect(sumLines(marks)).toEqual(lines));
