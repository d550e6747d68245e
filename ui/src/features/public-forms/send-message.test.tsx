/** The contact form with the feature `contact`. */
import { act, fireEvent, render, renderHook, screen, waitFor } from '@testing-library/react';
import { HttpResponse } from 'msw';
import { expect, test } from 'vitest';
import { problem, serve, serveApi, tooMany } from '../../../test/api/mock-api';
import { withSite } from '../../../test/browser/site';
import { deferred } from '../../../test/deferred';
import { currentToasts } from '../../components/feedback/toast-store';
import { problems } from '../../content/site/problems';
import { ContactForm } from './contact-form';
import { useSentForm } from './use-sent-form';

serveApi();
withSite();

const message = {
  'Full Name': 'Ada Lopez',
  'Email Address': 'ada@school.example',
  Subject: 'media-request',
  Message: 'May I quote the report?',
};
const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
const type = (label: string, value: string) => fireEvent.input(field(label), { target: { value } });
const values = () => Object.keys(message).map((label) => field(label).value);
const button = () => screen.getByRole('button', { name: /Send/ });

function fill(): void {
  render(<ContactForm />);
  for (const [label, value] of Object.entries(message)) type(label, value);
}

const received = () => HttpResponse.json({ department: 'media' }, { status: 202 });
type Sent = { open_ms: number; reference: string; full_name: string };

test('sends the message once, clears the form and names the department', async () => {
  let key: string | null = null;
  const sent = serve('post /api/contact-messages', (_, { request }) => {
    key = request.headers.get('Idempotency-Key');
    return received();
  });
  fill();
  expect(screen.queryByText(/not connected/)).toBeNull();
  fireEvent.click(button());
  fireEvent.click(button());
  expect(button().textContent).toBe('Sending...');
  await screen.findByText('Sent to Media & Press');
  expect(currentToasts().at(-1)).toMatchObject({ title: 'Message Sent Successfully' });
  expect(values()).toEqual(['', '', '', '']);
  expect(screen.queryByRole('link')).toBeNull();
  expect(key).toMatch(/^[\da-f-]{36}$/);
  expect(sent).toMatchObject([
    {
      full_name: 'Ada Lopez',
      email: 'ada@school.example',
      phone: '',
      subject: 'media-request',
      message: 'May I quote the report?',
      is_teacher: false,
      reference: '',
    },
  ]);
  expect((sent[0] as Sent).open_ms).toBeGreaterThanOrEqual(0);
});

test('a lost response loses no text, and Retry sends the same request', async () => {
  const keys: (string | null)[] = [];
  const sent = serve('post /api/contact-messages', (count, { request }) => {
    keys.push(request.headers.get('Idempotency-Key'));
    return count < 3 ? HttpResponse.error() : received();
  });
  fill();
  fireEvent.click(button());
  expect((await screen.findByRole('alert')).textContent).toContain('We couldn’t reach the server');
  expect(values()).toEqual(Object.values(message));
  fireEvent.click(screen.getByRole('button', { name: 'Retry' }));
  expect(document.activeElement).toBe(button());
  await waitFor(() => expect(sent).toHaveLength(2));
  await screen.findByRole('alert');
  expect(sent[1]).toEqual(sent[0]);
  type('Message', 'Another text.');
  fireEvent.click(button());
  await screen.findByText('Sent to Media & Press');
  expect(keys[1]).toBe(keys[0]);
  expect(keys[2]).not.toBe(keys[0]);
});

test('errors of the server are shown at their fields until they are edited', async () => {
  const errors = [
    { field: '/full_name', code: 'url_in_name', detail: 'Full name cannot hold a web address.' },
    { field: '/phone', code: 'too_long', detail: 'Phone number is too long.' },
  ];
  serve('post /api/contact-messages', () =>
    problem(422, 'validation_failed', 'Some fields are not valid.', { errors }),
  );
  fill();
  fireEvent.click(button());
  const summary = await screen.findByRole('alert');
  expect(summary.textContent).toContain('Full name cannot hold a web address.');
  expect(field('Phone Number').getAttribute('aria-describedby')).toBe('phone-error');
  expect(document.activeElement).toBe(summary);
  type('Full Name', 'Ada');
  expect(field('Full Name').getAttribute('aria-invalid')).toBeNull();
  expect(field('Phone Number').getAttribute('aria-invalid')).toBe('true');
  expect(screen.queryByRole('button', { name: 'Retry' })).toBeNull();
});

test('what is typed while a message is sent belongs to the next one', async () => {
  const response = deferred<Response>();
  serve('post /api/contact-messages', () => response.promise);
  fill();
  fireEvent.click(button());
  type('Message', 'One more question.');
  response.resolve(received());
  await screen.findByText('Sent to Media & Press');
  expect(values()).toEqual(['', '', '', 'One more question.']);
});

test('a form whose code does not load says that nothing was sent', async () => {
  const { result } = renderHook(useSentForm);
  const form = document.createElement('form');
  await act(() => result.current.send(form, () => Promise.reject(new Error('no such file'))));
  expect(currentToasts().at(-1)?.title).toBe(problems.unreachable);
});

test('a reached limit says when to try again', async () => {
  serve('post /api/contact-messages', tooMany);
  fill();
  await act(async () => fireEvent.click(button()));
  expect((await screen.findByRole('alert')).textContent).toContain('in about 3 minutes');
  expect(values()).toEqual(Object.values(message));
});
