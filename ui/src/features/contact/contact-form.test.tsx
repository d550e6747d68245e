import { act, fireEvent, render, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { expectAccessible } from '../../../test/screens/axe';
import { currentToasts } from '../../components/feedback/toast-store';
import { mailboxes } from '../../content/site/mailboxes';
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
/** The links of the error summary. */
const faultLinks = () =>
  screen.getAllByRole('link').filter((link) => link.getAttribute('href')?.startsWith('#') === true);
const faultAt = (label: string) => {
  const control = screen.getByLabelText(label);
  const id = control.getAttribute('aria-describedby');
  return control.getAttribute('aria-invalid') === 'true' && id !== null
    ? document.getElementById(id)?.textContent
    : null;
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

test('the notice that the form is not connected precedes the first field', () => {
  render(<ContactForm />);
  const line = screen.getByText(/^This form is not connected yet/);
  const after = line.compareDocumentPosition(screen.getByLabelText('Full Name'));
  expect(after & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy();
});

test('after a submission the text is shown and can be opened as an email', () => {
  render(<ContactForm />);
  type({ ...message, Message: 'May I quote it?\nIn & out' });
  press();
  pass(1000);
  const kept = screen.getByRole('region', { name: 'Your message is still here' });
  expect(kept.textContent).toContain('In & out');
  const link = new URL(within(kept).getByRole<HTMLAnchorElement>('link').href);
  expect(link.pathname).toBe(mailboxes.general);
  expect(link.searchParams.get('subject')).toBe('Media Request');
  expect(link.searchParams.get('body')).toBe(
    'May I quote it?\r\nIn & out\r\n\r\nAda Lopez\r\nada@school.example',
  );
  expect(kept.textContent).not.toContain('too long');
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

test('missing fields are reported above the form and at each field, and the input is kept', async () => {
  render(
    <main>
      <ContactForm />
    </main>,
  );
  type({ ...message, 'Full Name': '   ', Message: '' });
  press();
  const summary = screen.getByRole('alert', { name: 'There is a problem' });
  expect(document.activeElement).toBe(summary);
  expect(faultLinks().map((link) => link.textContent)).toEqual([
    'Enter your full name',
    'Enter your message',
  ]);
  expect(faultAt('Full Name')).toBe('Enter your full name');
  expect(faultAt('Message')).toBe('Enter your message');
  expect(faultAt('Email Address')).toBeNull();
  expect(values()).toEqual(['   ', 'ada@school.example', 'media-request', '']);
  fireEvent.click(screen.getByRole('link', { name: 'Enter your message' }));
  expect(document.activeElement).toBe(screen.getByLabelText('Message'));
  pass(5000);
  expect(currentToasts()).toEqual([]);
  vi.useRealTimers();
  await expectAccessible();
});

test('an email address is validated, and a phone number is optional', () => {
  render(<ContactForm />);
  type({ ...message, 'Email Address': 'ada at school' });
  press();
  expect(faultAt('Email Address')).toBe(
    'Enter an email address in the correct format, like name@example.com',
  );
  expect(faultLinks()).toHaveLength(1);
});

test('an error disappears when it is corrected', () => {
  render(<ContactForm />);
  press();
  expect(faultLinks()).toHaveLength(4);
  type({ 'Email Address': 'ada' });
  expect(faultAt('Email Address')).toMatch(/correct format/);
  type({ 'Email Address': 'ada@school.example' });
  expect(faultAt('Email Address')).toBeNull();
  expect(faultLinks()).toHaveLength(3);
  type(message);
  expect(screen.queryByRole('alert')).toBeNull();
});

test('a second attempt with the same errors focuses the summary again', () => {
  render(<ContactForm />);
  press();
  press();
  expect(document.activeElement).toBe(screen.getByRole('alert'));
});

test('without JavaScript a submission does nothing', () => {
  render(<ContactForm />);
  expect(document.querySelector('form')?.getAttribute('method')).toBe('dialog');
});
