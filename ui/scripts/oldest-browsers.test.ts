// @vitest-environment node
import { expect, test } from 'vitest';
import { unsupportedCalls } from './oldest-browsers';

test.each([
  ['fetch(a,{signal:AbortSignal.any([b,c])})', 'AbortSignal.any'],
  ['let a=Promise.withResolvers();', 'Promise.withResolvers'],
  ['requestIdleCallback(a)', 'globalThis.requestIdleCallback'],
  ['e.checkVisibility()', 'Element.prototype.checkVisibility'],
])('%s calls a function that an old browser lacks', (script, name) => {
  expect(unsupportedCalls(script)).toEqual([name]);
});

test.each([
  'AbortSignal.timeout(9)',
  'AbortSignal.any?.([a])',
  'typeof e.checkVisibility==`function`&&e.checkVisibility()',
  'MyPromise.try(a)',
  'z.union([a])',
])('%s is supported, or checked before the call', (script) => {
  expect(unsupportedCalls(script)).toEqual([]);
});
