/** Tests the keys of the map, and what it and the regions take from elsewhere: the picture of the home page and the states of the server. */
import { readFileSync } from 'node:fs';
import { fireEvent, render, screen } from '@testing-library/react';
import { createElement } from 'react';
import { expect, test } from 'vitest';
import { regions, target } from '../../../content/membership/target';
import { usStates } from '../../../content/membership/us-states';
import { shapesIn } from './shapes';
import StatesMap from './states-map';

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

test('arrow keys move through the states by name, and belong to the browser with Alt', () => {
  const placeOf = (value: string) => ({ value, name: value, all: 0, approved: 0, wanted: 0 });
  const given = { placeOf, chosen: ['OH'], regions: [], onToggle: () => undefined };
  render(createElement(StatesMap, given));
  const shape = (code: string) => screen.getByRole('button', { name: new RegExp(`^${code} `) });
  shape('OH').focus();
  const alt = fireEvent.keyDown(shape('OH'), { key: 'ArrowLeft', altKey: true });
  expect([alt, document.activeElement === shape('OH')]).toEqual([true, true]);
  fireEvent.keyDown(shape('OH'), { key: 'ArrowLeft' });
  expect(document.activeElement === shape('ND')).toBe(true);
});

const startOf = (code: string) =>
  (/^M(?:0 0m)?([\d.]+) ([\d.]+)/i.exec(shapes.get(code) ?? '') ?? []).slice(1).map(Number);

test.each([
  'WA ID MT ND MN WI MI NY VT NH ME',
  'OR SD IA IL IN OH PA NJ CT RI',
  'CA NV UT CO NE KS MO KY WV MD DE',
  'AZ NM OK AR TN NC DC VA',
  'AK HI WY TX LA MS AL GA SC FL MA',
])('the shapes begin from west to east: %s', (codes) => {
  const states = codes.split(' ');
  const west = (code: string) => startOf(code)[0] ?? Number.NaN;
  expect(states.toSorted((one, other) => west(one) - west(other))).toEqual(states);
});

test.each([
  ['AK', 9, 101, 556],
  ['WA', 3, 102, 30],
])('the shape of %s has %i parts and begins at %i, %i', (code, parts, x, y) => {
  expect(shapes.get(code)?.match(/z/g)).toHaveLength(parts);
  expect(startOf(code).map(Math.trunc)).toEqual([x, y]);
});

test.each([
  [12, 9, 40, 'Chosen 12 of 40', '12 approved, 9 more wanted by the team, 19 to go'],
  [38, 4, 40, 'Chosen 38 of 40', '38 approved, 4 more wanted by the team, 2 too many'],
  [1_200, 0, null, 'Chosen 1,200', '1,200 approved, 0 more wanted by the team'],
])('%i approved and %i wanted of %s', (approved, wanted, goal, chosen, progress) => {
  expect(target.chosen(approved, goal)).toBe(chosen);
  expect(target.progress(approved, wanted, goal)).toBe(progress);
});
