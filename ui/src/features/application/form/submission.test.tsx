import { act, screen, waitFor } from '@testing-library/react';
import { HttpResponse } from 'msw';
import { expect, test } from 'vitest';
import { expectAccessible } from '../../../../test/screens/axe';
import { exampleApplication } from '../../../../test/api/example-application';
import { problem } from '../../../../test/api/mock-api';
import {
  button,
  expectHeading,
  field,
  openStep,
  receipt,
  servePending,
  serveSubmissions,
  submit,
  withApplicant,
} from '../../../../test/api/apply-page';

withApplicant();

test('Submit sends every answer once despite several clicks', async () => {
  const sent = serveSubmissions();
  const view = await openStep(3);
  const press = button('Submit Application');
  act(() => {
    press.click();
    press.click();
  });
  const thanks = await expectHeading('Application Received!');
  // An effect moves the focus after the heading is in the document.
  await waitFor(() => expect(document.activeElement).toBe(thanks));
  expect(sent).toHaveLength(1);
  expect(sent[0]?.key).toMatch(/^[0-9a-f-]{36}$/);
  expect(sent[0]?.body).toEqual({ ...exampleApplication, subjects_taught: [] });
  expect(screen.getByText(/email once a decision is made/)).toBeTruthy();

  await act(() => view.router.navigate(-1));
  expect(screen.getByRole('heading', { name: 'Application Received!' })).toBeTruthy();
});

test('a lost connection keeps the answers and moves the focus to the alert', async () => {
  const sent = serveSubmissions((count) =>
    count === 1 ? HttpResponse.error() : HttpResponse.json(receipt, { status: 201 }),
  );
  const view = await openStep(3);
  await submit(view);
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toMatch(/couldn’t reach the server/);
  expect(document.activeElement).toBe(alert);
  expect(
    alert.compareDocumentPosition(button('Previous')) & Node.DOCUMENT_POSITION_FOLLOWING,
  ).toBeTruthy();
  await submit(view);
  await expectHeading('Application Received!');
  expect(sent[1]?.key).toBe(sent[0]?.key);
});

test("the server's field errors open their step and mark their fields", async () => {
  serveSubmissions(() =>
    problem(422, 'validation_failed', 'Some answers need another look.', {
      errors: [
        { field: '/zip_code', code: 'too_long', detail: 'ZIP Code is too long' },
        { field: '/phone', code: 'invalid_text', detail: 'Phone Number holds odd characters' },
      ],
    }),
  );
  const view = await openStep(3);
  await submit(view);
  await expectHeading('Personal Information');
  const link = await screen.findByRole('link', { name: 'ZIP Code is too long' });
  expect(document.activeElement?.contains(link)).toBe(true);
  await expectAccessible();
  expect(field('ZIP Code').getAttribute('aria-invalid')).toBe('true');
  expect(field('Phone Number').getAttribute('aria-invalid')).toBe('true');
  expect(screen.getByText('Some answers need another look.')).toBeTruthy();
  await view.user.click(link);
  expect(document.activeElement).toBe(field('ZIP Code'));
});

test('an application that is already pending is shown in place of the form', async () => {
  serveSubmissions(() =>
    problem(409, 'application_pending_exists', 'You already have a pending application.'),
  );
  const view = await openStep(3);
  servePending();
  await submit(view);
  await expectHeading('Application Already Submitted');
  expect(await screen.findByText('March 5, 2026')).toBeTruthy();
  expect(document.querySelector('[aria-current=step]')?.textContent).toContain('Received');
});
