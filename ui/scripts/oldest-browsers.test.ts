// @vitest-environment node
import { expect, test } from 'vitest';
import { callsLacking } from './oldest-browsers';

test.each([
  ['fetch(a,{signal:AbortSignal.any([b,c])})', 'AbortSignal.any'],
  ['let a=Promise.withResolvers();', 'Promise.withResolvers'],
  ['requestIdleCallback(a)', 'globalThis.requestIdleCallback'],
  ['e.checkVisibility()', 'Element.prototype.checkVisibility'],
])('%s calls what an old browser lacks', (script, name) => {
  expect(callsLacking(script)).toEqual([name]);
});

test.each([
  'AbortSignal.timeout(9)',
  'AbortSignal.any?.([a])',
  'typeof e.checkVisibility==`function`&&e.checkVisibility()',
  'MyPromise.try(a)',
  'z.union([a])',
])('%s does not', (script) => {
  expect(callsLacking(script)).toEqual([]);
});
