/** Tests what the map and the regions take from elsewhere: the picture of the home page and the states of the server. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { regions, target } from '../../../content/membership/target';
import { usStates } from '../../../content/membership/us-states';
import { shapesIn } from './shapes';

const read = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8');
const shapes = shapesIn(read('../../../pictures/map/states-and-districts.svg'));

test('each state of a region has a shape, and the regions are those of the server', () => {
  const states = regions.flatMap(({ states: codes }) => codes.split(' '));
  expect([...shapes.keys()].toSorted()).toEqual(states.toSorted());
  expect(usStates.filter(([code]) => !states.includes(code))).toHaveLength(8);
  const server = read('../../../../../crates/domain/src/applications/review/us_states.rs');
  for (const { label, states: codes } of regions)
    expect(server).toContain(`${label} => "${codes}"`);
});

test.each([
  ['AL', 1, 630, 371],
  ['AK', 9, 101, 556],
  ['HI', 5, 305, 565],
  ['RI', 1, 881, 187],
  ['AZ', 1, 151, 393],
  ['WA', 3, 102, 30],
])('the shape of %s has %i parts and begins at %i, %i', (code, parts, x, y) => {
  const shape = shapes.get(code) ?? '';
  expect(shape.match(/z/g)).toHaveLength(parts);
  const [, right, down] = /^M0 0[mM]([\d.]+) ([\d.]+)/.exec(shape) ?? [];
  expect([Math.trunc(Number(right)), Math.trunc(Number(down))]).toEqual([x, y]);
});

test.each([
  [12, 9, 40, 'Chosen 12 of 40', '12 approved, 9 more wanted by the team, 19 to go'],
  [38, 4, 40, 'Chosen 38 of 40', '38 approved, 4 more wanted by the team, 2 too many'],
  [1_200, 0, null, 'Chosen 1,200', '1,200 approved, 0 more wanted by the team'],
])('%i approved and %i wanted of %s', (approved, wanted, goal, chosen, progress) => {
  expect(target.chosen(approved, goal)).toBe(chosen);
  expect(target.progress(approved, wanted, goal)).toBe(progress);
});
