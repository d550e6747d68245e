import { expect, test } from 'vitest';
import { anySignal } from './any-signal';

test('aborts with the first of its signals, for the reason of that one', () => {
  const [one, two] = [new AbortController(), new AbortController()];
  const signal = anySignal(one.signal, two.signal);
  expect(signal.aborted).toBe(false);
  two.abort('late');
  one.abort('left');
  expect(signal.reason).toBe('late');
});

test('is aborted where one of them is already', () => {
  expect(anySignal(new AbortController().signal, AbortSignal.abort('left')).reason).toBe('left');
});
