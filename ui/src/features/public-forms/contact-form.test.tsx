import { act, fireEvent, render, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { currentToasts } from '../../components/feedback/toast-store';
import { ContactForm } from './contact-form';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const message = {
  'Full Name': 'Ada Lopez',
  'Email Address': 'ada@school.example',
  Subject: 'media-request',
  Message: 'May I quote the report?',
};

function type(texts: Record<string, string>) {
  for (const [label, value] of Object.entries(texts)) {
    fireEvent.input(screen.getByLabelText(label), { target: { value } });
  }
}

const values = () =>
  Object.keys(message).map((label) => screen.getByLabelText<HTMLInputElement>(label).value);
const pass = (ms: number) => act(() => void vi.advanceTimersByTime(ms));
const press = () => {
  const button = screen.getByRole('button');
  button.focus();
  fireEvent.click(button);
  return button;
};

test('shows Sending... for a second, then a message and an empty form, and sends nothing', () => {
  const network = vi.spyOn(globalThis, 'fetch');
  render(<ContactForm />);
  type(message);
  fireEvent.click(screen.getByRole('checkbox'));
  const button = press();
  expect(button.textContent).toBe('Sending...');
  pass(999);
  expect(button.textContent).toBe('Sending...');
  expect(values()).toEqual(Object.values(message));
  expect(currentToasts()).toEqual([]);
  pass(1);
  expect(button.textContent).toBe('Send Message');
  expect(currentToasts()).toMatchObject([
    {
      title: 'Message Sent Successfully',
      description: "Thank you for reaching out. We'll be in touch shortly.",
      variant: 'success',
    },
  ]);
  expect(values()).toEqual(['', '', '', '']);
  expect(screen.getByRole<HTMLInputElement>('checkbox').checked).toBe(false);
  expect(document.activeElement).toBe(button);
  expect(network).not.toHaveBeenCalled();
});

test('a message that is too long for a link is truncated only in the link, with a notice', () => {
  render(<ContactForm />);
  const long = '🍎 é'.repeat(900);
  type({ ...message, Message: long });
  press();
  pass(1000);
  const kept = screen.getByRole('region', { name: 'Your message is still here' });
  const { href } = within(kept).getByRole<HTMLAnchorElement>('link');
  expect(href.length).toBeLessThanOrEqual(1900);
  expect(long).toContain(new URL(href).searchParams.get('body'));
  expect(kept.textContent).toContain(long);
  expect(kept.textContent).toContain('too long');
});

test('clicks during sending are ignored', () => {
  render(<ContactForm />);
  type(message);
  const button = press();
  fireEvent.click(button);
  pass(500);
  fireEvent.click(button);
  pass(5000);
  const [first] = currentToasts();
  expect(first).toBeDefined();
  type(message);
  press();
  pass(1000);
  expect(currentToasts()).toMatchObject([{ id: first!.id + 1 }]);
});

test('leaving the page cancels the message', () => {
  const { unmount } = render(<ContactForm />);
  type(message);
  press();
  unmount();
  pass(5000);
  expect(currentToasts()).toEqual([]);
});
