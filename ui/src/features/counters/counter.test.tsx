import { act, render, screen } from '@testing-library/react';
import { renderToStaticMarkup } from 'react-dom/server';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { Counter } from './counter';

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

describe('a counter', () => {
  test('shows 0 until it is in view, then counts for 2000 ms', () => {
    render(<Counter {...figure} />);
    expect(shown()).toBe('0%');
    comeIntoView(false);
    frame(0);
    expect(shown()).toBe('0%');
    comeIntoView(true);
    frame(500);
    expect(shown()).toBe('0%');
    frame(1500);
    const midway = Number.parseInt(shown() ?? '');
    expect(midway).toBeGreaterThan(0);
    expect(midway).toBeLessThan(93);
    frame(2499);
    frame(2500);
    expect(shown()).toBe('93%');
  });

  test('counts only once', () => {
    render(<Counter {...figure} />);
    expect(observing).toBe(1);
    comeIntoView(true);
    expect(observing).toBe(0);
    frame(0);
    frame(2000);
    frame(4000);
    expect(shown()).toBe('93%');
  });

  test('has a separate element for assistive technology', () => {
    render(<Counter {...figure} />);
    expect(screen.getByText('93%').className).toContain('sr-only');
    expect(screen.getByText('of teachers felt heard').contains(screen.getByText('93%'))).toBe(
      false,
    );
  });

  test('shows the final number immediately with reduced motion', () => {
    vi.stubGlobal('matchMedia', (query: string) => ({
      matches: query === '(prefers-reduced-motion: reduce)',
    }));
    render(<Counter {...figure} />);
    expect(shown()).toBe('93%');
    expect(observing).toBe(0);
  });

  test('is prerendered as 0, with the final number for browsers without JavaScript', () => {
    const page = renderToStaticMarkup(<Counter {...figure} />);
    expect(page).toMatch(/<span aria-hidden="true" class="noscript:hidden[^"]*">0%</);
    expect(page).toMatch(/<noscript><span aria-hidden="true"[^>]*>93%<.span><.noscript>/);
  });
});
