import { act, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { MemoryRouter } from 'react-router-dom';
import { showToast, TOAST_STAYS_MS, Toaster } from './toast';

beforeEach(() => {
  vi.useFakeTimers();
  render(<Toaster />, { wrapper: MemoryRouter });
});
afterEach(() => vi.useRealTimers());

const raise = () => act(() => showToast({ title: 'Success', description: 'It is done' }));
const pass = (ms: number) => act(() => void vi.advanceTimersByTime(ms));

test('a toast appears in a polite region and leaves by itself', () => {
  raise();
  expect(screen.getByRole('status').textContent).toContain('It is done');
  pass(TOAST_STAYS_MS);
  expect(screen.queryByText('Success')).toBeNull();
});

test('a toast stays while the pointer is on it', () => {
  raise();
  fireEvent.mouseEnter(screen.getByText('Success'));
  pass(TOAST_STAYS_MS * 2);
  expect(screen.getByText('Success')).toBeTruthy();
  fireEvent.mouseLeave(screen.getByRole('listitem'));
  pass(TOAST_STAYS_MS);
  expect(screen.queryByText('Success')).toBeNull();
});

test('a toast can be dismissed and may carry a link', () => {
  act(() => showToast({ title: 'Confirmed', action: { label: 'Sign In', to: '/auth' } }));
  expect(screen.getByRole('link', { name: 'Sign In' }).getAttribute('href')).toBe('/auth');
  fireEvent.click(screen.getByRole('button', { name: 'Dismiss' }));
  expect(screen.queryByText('Confirmed')).toBeNull();
});
