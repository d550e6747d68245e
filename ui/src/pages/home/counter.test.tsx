import { act, render } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Counter } from './figures-section';

/** Browser events that the test triggers. */
let comeIntoView: (isIntersecting: boolean) => void;
let frame: (at: number) => void;
let observing: number;

beforeEach(() => {
  observing = 0;
  comeIntoView = () => undefined;
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      constructor(callback: (entries: { isIntersecting: boolean }[]) => void) {
        comeIntoView = (isIntersecting) => act(() => callback([{ isIntersecting }]));
      }
      observe() {
        observing += 1;
      }
      disconnect() {
        observing = 0;
      }
    },
  );
  const frames: FrameRequestCallback[] = [];
  vi.stubGlobal('requestAnimationFrame', (callback: FrameRequestCallback) => frames.push(callback));
  vi.stubGlobal('cancelAnimationFrame', () => frames.splice(0));
  frame = (at) => act(() => frames.splice(0).forEach((callback) => callback(at)));
});
afterEach(() => vi.unstubAllGlobals());

const figure = { value: 93, suffix: '%', label: 'of teachers felt heard' };
const shown = () => document.querySelector('[aria-hidden="true"]')?.textContent;

test('a counter shows 0 until it is in view, then counts once, for 2000 ms', () => {
  render(<Counter {...figure} />);
  expect(shown()).toBe('0%');
  comeIntoView(false);
  frame(0);
  expect(shown()).toBe('0%');
  expect(observing).toBe(1);
  comeIntoView(true);
  expect(observing).toBe(0);
  frame(500);
  expect(shown()).toBe('0%');
  frame(1500);
  const midway = Number.parseInt(shown() ?? '');
  expect(midway).toBeGreaterThan(0);
  expect(midway).toBeLessThan(93);
  frame(2499);
  frame(2500);
  expect(shown()).toBe('93%');
  frame(4000);
  expect(shown()).toBe('93%');
});
