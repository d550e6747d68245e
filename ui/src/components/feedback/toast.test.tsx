import { act, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { MemoryRouter } from 'react-router-dom';
import { showToast, Toaster } from './toast';
import { TOAST_STAYS_MS } from './toast-card';

beforeEach(() => {
  vi.useFakeTimers();
  render(
    <main tabIndex={-1}>
      <button type="button">Send</button>
      <Toaster />
    </main>,
    { wrapper: MemoryRouter },
  );
});
afterEach(() => vi.useRealTimers());

const raise = () => act(() => showToast({ title: 'Success', description: 'It is done' }));
const card = () => screen.getByRole('status').firstElementChild as Element;
const dismiss = () => screen.getByRole('button', { name: 'Dismiss' });
const pass = (ms: number) => act(() => void vi.advanceTimersByTime(ms));

test('a toast is in a polite live region for its time, or while the pointer is on it', () => {
  raise();
  expect(screen.getByRole('status').textContent).toContain('It is done');
  fireEvent.mouseEnter(screen.getByText('Success'));
  pass(TOAST_STAYS_MS * 2);
  expect(screen.getByText('Success')).toBeTruthy();
  fireEvent.mouseLeave(card());
  pass(TOAST_STAYS_MS - 1);
  expect(screen.getByText('Success')).toBeTruthy();
  pass(1);
  expect(screen.queryByText('Success')).toBeNull();
});

test('a toast with a link stays until it is dismissed', () => {
  act(() => showToast({ title: 'Confirmed', action: { label: 'Sign In', to: '/auth' } }));
  pass(TOAST_STAYS_MS * 10);
  expect(screen.getByRole('link', { name: 'Sign In' }).getAttribute('href')).toBe('/auth');
  fireEvent.click(screen.getByRole('button', { name: 'Dismiss' }));
  expect(screen.queryByText('Confirmed')).toBeNull();
});

test('a newer toast replaces the previous one', () => {
  raise();
  act(() => showToast({ title: 'Failed' }));
  expect(screen.getByRole('status').textContent).toBe('Failed');
});

test('a focused toast stays when the pointer leaves it, and a newer toast waits', () => {
  raise();
  fireEvent.mouseEnter(card());
  act(() => dismiss().focus());
  fireEvent.mouseLeave(card());
  pass(TOAST_STAYS_MS * 2);
  act(() => showToast({ title: 'Failed' }));
  expect(screen.getByText('Success')).toBeTruthy();
  act(() => dismiss().blur());
  expect(screen.getByRole('status').textContent).toBe('Failed');
});

test.each([
  ['the focused element', false],
  ['main if that element is gone', true],
])('dismissing a toast returns the focus to %s', (_, isGone) => {
  const button = screen.getByRole('button', { name: 'Send' });
  button.focus();
  raise();
  act(() => dismiss().focus());
  if (isGone) button.remove();
  fireEvent.click(dismiss());
  expect(document.activeElement).toBe(isGone ? screen.getByRole('main') : button);
});

test('a toast is above the keyboard of a phone', () => {
  const view = Object.assign(new EventTarget(), { height: 800, offsetTop: 0 });
  vi.stubGlobal('visualViewport', view);
  vi.spyOn(document.documentElement, 'clientHeight', 'get').mockReturnValue(800);
  raise();
  view.height = 500;
  act(() => void view.dispatchEvent(new Event('resize')));
  expect((card() as HTMLElement).style.marginBottom).toBe('300px');
  vi.unstubAllGlobals();
});

test('a focused element under a toast scrolls into view', () => {
  const shown = vi.spyOn(Element.prototype, 'scrollIntoView');
  const at = (top: number) => new DOMRect(0, top, 100, 40);
  const button = screen.getByRole('button', { name: 'Send' });
  let box = at(100);
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function (this: Element) {
    return this === button ? box : at(740);
  });
  button.focus();
  raise();
  expect(shown).not.toHaveBeenCalled();
  box = at(730);
  raise();
  expect(shown.mock.contexts).toEqual([button]);
});
