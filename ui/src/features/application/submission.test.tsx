import { act, screen, waitFor } from '@testing-library/react';
import { delay, http, HttpResponse } from 'msw';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { expectAccessible } from '../../../test/screens/axe';
import { exampleApplication } from '../../../test/api/example-application';
import { problem, server, serveApi } from '../../../test/api/mock-api';
import {
  button,
  expectHeading,
  field,
  nothingPending,
  open,
  reachStep3,
  receipt,
} from '../../../test/api/apply-page';
import { expectArrivalAt } from '../../../test/screens/render-page';
import { signedInAs, withRealSession } from '../../../test/api/real-session';
import { dropDraft } from './draft-of-person';

serveApi();
withRealSession();
afterEach(dropDraft);

describe('submitting', () => {
  beforeEach(async () => {
    server.use(http.get('/api/applications/mine', () => HttpResponse.json(nothingPending)));
    await signedInAs('applicant');
  });

  test('sends every answer once, however often the button is pressed, and thanks', async () => {
    const sent: { body: unknown; key: string | null }[] = [];
    server.use(
      http.post('/api/applications', async ({ request }) => {
        sent.push({ body: await request.json(), key: request.headers.get('Idempotency-Key') });
        return HttpResponse.json(receipt, { status: 201 });
      }),
    );
    const view = open();
    await reachStep3(view);
    const submit = button('Submit Application');
    act(() => {
      submit.click();
      submit.click();
    });
    const thanks = await expectHeading('Application Received!');
    // The heading is in the document a moment before the effect that gives it the focus.
    await waitFor(() => expect(document.activeElement).toBe(thanks));
    expect(sent).toHaveLength(1);
    expect(sent[0]?.key).toMatch(/^[0-9a-f-]{36}$/);
    expect(sent[0]?.body).toEqual({ ...exampleApplication, subjects_taught: [] });
    expect(screen.getByText(/e-mail once a decision is made/)).toBeTruthy();
    const links = screen.getAllByRole('link').map((link) => link.getAttribute('href'));
    expect(links).toEqual(['/educators-forum', '/store', '/']);
    await expectAccessible();

    await act(() => view.router.navigate(-1));
    expect(screen.getByRole('heading', { name: 'Application Received!' })).toBeTruthy();
  });

  test('says Submitting... and holds Previous while it waits', async () => {
    const asked = vi.fn();
    server.use(
      http.post('/api/applications', async () => {
        asked();
        await delay('infinite');
        return HttpResponse.json(receipt);
      }),
    );
    const view = open();
    await reachStep3(view);
    await view.user.click(button('Submit Application'));
    expect(button('Submitting...').ariaDisabled).toBe('true');
    expect(button('Previous').disabled).toBe(true);
    await waitFor(() => expect(asked).toHaveBeenCalled());
  });

  test('a lost connection keeps the answers, takes the focus to the alert, and sends the same form again', async () => {
    const keys: (string | null)[] = [];
    server.use(
      http.post('/api/applications', ({ request }) => {
        keys.push(request.headers.get('Idempotency-Key'));
        return keys.length === 1
          ? HttpResponse.error()
          : HttpResponse.json(receipt, { status: 201 });
      }),
    );
    const view = open();
    await reachStep3(view);
    await view.user.click(button('Submit Application'));
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toMatch(/could not reach the server/);
    expect(document.activeElement).toBe(alert);
    await expectAccessible();
    expect(
      alert.compareDocumentPosition(button('Previous')) & Node.DOCUMENT_POSITION_FOLLOWING,
    ).toBeTruthy();
    await view.user.click(button('Submit Application'));
    await expectHeading('Application Received!');
    expect(keys[1]).toBe(keys[0]);
  });

  test('changed answers are sent under a new key', async () => {
    const keys: (string | null)[] = [];
    server.use(
      http.post('/api/applications', ({ request }) => {
        keys.push(request.headers.get('Idempotency-Key'));
        return HttpResponse.error();
      }),
    );
    const view = open();
    await reachStep3(view);
    await view.user.click(button('Submit Application'));
    await screen.findByRole('alert');
    await view.user.selectOptions(field('T-Shirt Size'), 'L');
    await view.user.click(button('Submit Application'));
    await waitFor(() => expect(keys).toHaveLength(2));
    expect(keys[1]).not.toBe(keys[0]);
  });

  test("the server's field errors lead to the step and the field", async () => {
    server.use(
      http.post('/api/applications', () =>
        problem(422, 'validation_failed', 'Some answers need another look.', {
          errors: [
            { field: '/zip_code', code: 'too_long', detail: 'ZIP Code is too long' },
            { field: '/phone', code: 'invalid_text', detail: 'Phone Number holds odd characters' },
          ],
        }),
      ),
    );
    const view = open();
    await reachStep3(view);
    await view.user.click(button('Submit Application'));
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

  test('an application that is already pending is shown instead', async () => {
    server.use(
      http.post('/api/applications', () =>
        problem(409, 'application_pending_exists', 'You already have a pending application.'),
      ),
    );
    const view = open();
    await reachStep3(view);
    server.use(
      http.get('/api/applications/mine', () =>
        HttpResponse.json({ ...nothingPending, items: [receipt], total: 1 }),
      ),
    );
    await view.user.click(button('Submit Application'));
    await expectHeading('Application Already Submitted');
    expect(await screen.findByText('March 5, 2026')).toBeTruthy();
  });

  test('a session that ended by itself leads to /auth and leaves the answers for the next sign-in', async () => {
    const log = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    server.use(
      http.post('/api/applications', () =>
        problem(401, 'session_expired', 'The session has ended.'),
      ),
      http.post('/api/auth/sessions/refresh', () =>
        problem(401, 'session_expired', 'The session has ended.'),
      ),
    );
    const view = open();
    await reachStep3(view);
    await view.user.click(button('Submit Application'));
    await expectArrivalAt('/auth');
    await signedInAs('applicant');
    await act(() => view.router.navigate('/apply'));
    await expectHeading('Professional Information');
    expect(field('School District').value).toBe(exampleApplication.school_district);
    log.mockRestore();
  });
});
