import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { delay, http, HttpResponse } from 'msw';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { expectAccessible } from '../../../test/axe';
import { problem, server, serveApi } from '../../../test/msw';
import { expectArrivalAt, renderPage } from '../../../test/msw-screen';
import { signedInAs, storeSession, withRealSession } from '../../../test/msw-session';
import { dropAnswers } from '../../features/application/unsent-answers';
import { sessionStore } from '../../session/session-store';
import { ApplyPage } from './apply-page';

serveApi();
withRealSession();
afterEach(dropAnswers);

const nothingPending = { items: [], total: 0, limit: 1, offset: 0 };
const receipt = { id: 'app-1', status: 'pending', submitted_at: '2026-03-05T10:00:00Z' } as const;

const open = (at: string | string[] = '/apply') => renderPage(ApplyPage, '/apply', at);
type View = ReturnType<typeof open>;

const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name });
const expectHeading = (name: string) => screen.findByRole('heading', { name });
const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
const set = (label: string, value: string) => fireEvent.change(field(label), { target: { value } });

function fillStep1() {
  set('Teaching Experience', 'Ten years of algebra');
  set('Current Teaching Position', 'Teacher');
  set('School District', 'Lake County');
}

function fillStep2() {
  set('Date of Birth', '1980-02-29');
  set('Address Line 1', '1 Elm Street');
  set('City', 'Orlando');
  set('State', 'Florida');
  set('ZIP Code', '32801');
  set('Phone Number', '555 0100');
}

async function reachStep3({ user }: View) {
  await expectHeading('Professional Information');
  fillStep1();
  await user.click(button('Next'));
  await expectHeading('Personal Information');
  fillStep2();
  await user.click(button('Next'));
  await expectHeading('Additional Information');
  await user.selectOptions(field('T-Shirt Size'), 'M');
}

describe('who may see it', () => {
  test('while the session loads nothing is shown', async () => {
    server.use(
      http.get('/api/users/me', async () => {
        await delay('infinite');
        return HttpResponse.json({});
      }),
    );
    storeSession();
    void sessionStore.restore();
    open();
    expect(screen.getByRole('main').textContent).toBe('');
  });
  test('a visitor goes to /auth', async () => {
    open();
    await expectArrivalAt('/auth');
  });
  test.each(['member', 'admin'] as const)('a %s goes to the start page', async (role) => {
    await signedInAs(role);
    open();
    await expectArrivalAt('/');
  });
});

describe('the check for a pending application', () => {
  beforeEach(() => signedInAs('applicant'));

  test('says what it does while it runs', async () => {
    server.use(
      http.get('/api/applications/mine', async () => {
        await delay('infinite');
        return HttpResponse.json(nothingPending);
      }),
    );
    open();
    expect(await screen.findByText('Checking application status...')).toBeTruthy();
  });

  test('leads to the application that is already there', async () => {
    let search = '';
    server.use(
      http.get('/api/applications/mine', ({ request }) => {
        search = new URL(request.url).search;
        return HttpResponse.json({ ...nothingPending, items: [receipt], total: 1 });
      }),
    );
    open();
    await expectHeading('Application Already Submitted');
    expect(search).toBe('?status=pending&limit=1');
    expect(screen.getByText('Pending Review')).toBeTruthy();
    expect(screen.getByText('March 5, 2026').getAttribute('datetime')).toBe(receipt.submitted_at);
    const links = screen.getAllByRole('link').map((link) => link.getAttribute('href'));
    expect(links).toEqual(['/educators-forum', '/store']);
    await expectAccessible();
  });

  test('that fails is logged only, and the form opens', async () => {
    const log = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    server.use(
      http.get('/api/applications/mine', () => problem(500, 'internal_error', 'Something broke.')),
    );
    open();
    await expectHeading('Professional Information');
    expect(screen.queryByText('Something broke.')).toBeNull();
    expect(log).toHaveBeenCalledOnce();
    log.mockRestore();
  });
});

describe('the wizard', () => {
  beforeEach(async () => {
    server.use(http.get('/api/applications/mine', () => HttpResponse.json(nothingPending)));
    await signedInAs('applicant');
  });

  test('starts at step 1 of 3 with Previous and Next disabled and a reason', async () => {
    open();
    await expectHeading('Professional Information');
    expect(screen.getByText('Step 1 of 3')).toBeTruthy();
    const progress = screen.getByRole<HTMLProgressElement>('progressbar');
    expect(progress.position).toBeCloseTo(1 / 3);
    expect(button('Previous').disabled).toBe(true);
    expect(button('Next').disabled).toBe(true);
    const reason = document.getElementById(button('Next').getAttribute('aria-describedby') ?? '');
    await expectAccessible();
    expect(reason?.textContent).toBe(
      'Still needed: Teaching Experience, Current Teaching Position, School District',
    );
  });

  test('opens Next only when each required field holds more than blanks', async () => {
    open();
    await expectHeading('Professional Information');
    fillStep1();
    expect(button('Next').disabled).toBe(false);
    set('School District', '   ');
    expect(button('Next').disabled).toBe(true);
  });

  test('goes on to the heading of the next step, and back by Previous and by the browser alike', async () => {
    const view = open();
    await expectHeading('Professional Information');
    fillStep1();
    await view.user.click(button('Next'));
    const personal = await expectHeading('Personal Information');
    expect(document.activeElement).toBe(personal);
    await expectAccessible();
    expect(view.router.state.location.search).toBe('?step=2');
    expect(screen.getByRole<HTMLProgressElement>('progressbar').position).toBeCloseTo(2 / 3);

    await view.user.click(button('Previous'));
    await expectHeading('Professional Information');
    expect(field('School District').value).toBe('Lake County');
    await act(() => view.router.navigate(1));
    await expectHeading('Personal Information');
    await act(() => view.router.navigate(-1));
    await expectHeading('Professional Information');
  });

  test('does not open a step before its turn', async () => {
    const { router } = open('/apply?step=3');
    await expectHeading('Professional Information');
    await waitFor(() => expect(router.state.location.search).toBe('?step=1'));
  });

  test('refuses a birth that is still to come', async () => {
    const view = open();
    await expectHeading('Professional Information');
    fillStep1();
    await view.user.click(button('Next'));
    await expectHeading('Personal Information');
    fillStep2();
    set('Date of Birth', '2999-01-01');
    await view.user.click(button('Next'));
    expect(await screen.findByText('Enter a Date of Birth from 1900 to today')).toBeTruthy();
    expect(document.activeElement).toBe(field('Date of Birth'));
  });

  test('offers the six sizes', async () => {
    const view = open();
    await reachStep3(view);
    const sizes = within(field('T-Shirt Size'))
      .getAllByRole<HTMLOptionElement>('option')
      .map(({ value }) => value)
      .filter((value) => value !== '');
    expect(sizes).toEqual(['XS', 'S', 'M', 'L', 'XL', 'XXL']);
  });

  test('shows all answers once more, with a way back to each group', async () => {
    const view = open();
    await reachStep3(view);
    for (const answer of [
      'Ten years of algebra',
      'Lake County',
      'February 29, 1980',
      '1 Elm Street',
    ]) {
      expect(screen.getByText(answer)).toBeTruthy();
    }
    await view.user.click(button('Change Professional Information'));
    await expectHeading('Professional Information');
    expect(field('School District').value).toBe('Lake County');
  });
});

describe('subjects', () => {
  beforeEach(async () => {
    server.use(http.get('/api/applications/mine', () => HttpResponse.json(nothingPending)));
    await signedInAs('applicant');
  });
  const chips = () =>
    screen
      .queryAllByRole('button', { name: /^Remove / })
      .map((chip) => chip.getAttribute('aria-label'));

  test('are added by Add or Enter, trimmed, once each, and can be removed', async () => {
    const { user } = open();
    await expectHeading('Professional Information');
    await user.type(field('Subjects Taught'), ' Algebra {Enter}');
    await user.type(field('Subjects Taught'), 'Music');
    await user.click(button('Add'));
    expect(chips()).toEqual(['Remove Algebra', 'Remove Music']);
    await expectAccessible();
    expect(screen.getAllByText(/Algebra/)).toHaveLength(1);

    await user.type(field('Subjects Taught'), 'Music{Enter}');
    expect(chips()).toHaveLength(2);
    expect(screen.getByText('This subject is already listed.')).toBeTruthy();
    await user.clear(field('Subjects Taught'));
    await user.type(field('Subjects Taught'), '   {Enter}');
    expect(chips()).toHaveLength(2);

    await user.click(button('Remove Algebra'));
    expect(chips()).toEqual(['Remove Music']);
    expect(document.activeElement).toBe(field('Subjects Taught'));
  });

  test('typed but not added are flagged before the step is left', async () => {
    const { user } = open();
    await expectHeading('Professional Information');
    fillStep1();
    await user.type(field('Subjects Taught'), 'Algebra');
    await user.click(button('Next'));
    expect(screen.getByText(/typed but not added yet/)).toBeTruthy();
    expect(screen.getByText('Step 1 of 3')).toBeTruthy();
    await user.click(button('Add'));
    await user.click(button('Next'));
    await expectHeading('Personal Information');
  });
});

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
    expect(document.activeElement).toBe(thanks);
    expect(sent).toHaveLength(1);
    expect(sent[0]?.key).toMatch(/^[0-9a-f-]{36}$/);
    expect(sent[0]?.body).toEqual({
      teaching_experience: 'Ten years of algebra',
      teaching_position: 'Teacher',
      school_district: 'Lake County',
      subjects_taught: [],
      date_of_birth: '1980-02-29',
      address_line1: '1 Elm Street',
      city: 'Orlando',
      state: 'Florida',
      zip_code: '32801',
      phone: '555 0100',
      t_shirt_size: 'M',
    });
    expect(screen.getByText(/e-mail once a decision is made/)).toBeTruthy();
    const links = screen.getAllByRole('link').map((link) => link.getAttribute('href'));
    expect(links).toEqual(['/educators-forum', '/store', '/']);
    await expectAccessible();

    await act(() => view.router.navigate(-1));
    expect(screen.getByRole('heading', { name: 'Application Received!' })).toBeTruthy();
  });

  test('says Submitting... and holds Previous while it waits', async () => {
    server.use(
      http.post('/api/applications', async () => {
        await delay('infinite');
        return HttpResponse.json(receipt);
      }),
    );
    const view = open();
    await reachStep3(view);
    await view.user.click(button('Submit Application'));
    expect(button('Submitting...').disabled).toBe(true);
    expect(button('Previous').disabled).toBe(true);
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
    expect(field('School District').value).toBe('Lake County');
    log.mockRestore();
  });
});

describe('unsent answers', () => {
  beforeEach(async () => {
    server.use(http.get('/api/applications/mine', () => HttpResponse.json(nothingPending)));
    await signedInAs('applicant');
  });
  const leaving = () => {
    const event = new Event('beforeunload', { cancelable: true });
    window.dispatchEvent(event);
    return event.defaultPrevented;
  };

  test('make the browser ask before the tab is closed, an empty form does not', async () => {
    open();
    await expectHeading('Professional Information');
    expect(leaving()).toBe(false);
    set('School District', 'Lake County');
    expect(leaving()).toBe(true);
  });

  test('go with a pressed Sign Out', async () => {
    server.use(http.delete('/api/auth/sessions', () => new HttpResponse(null, { status: 204 })));
    open();
    await expectHeading('Professional Information');
    set('School District', 'Lake County');
    await act(() => sessionStore.signOut());
    await expectArrivalAt('/auth');
    expect(leaving()).toBe(false);
  });
});
