import { act, screen, waitFor, within } from '@testing-library/react';
import { HttpResponse } from 'msw';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  completeDraft,
  decided,
  expectHeading,
  field,
  open,
  receipt,
  serveDeletion,
  serveMine,
  servePending,
  servePhotos,
  set,
  withApplicant,
} from '../../../../test/api/apply-page';
import { exampleApplication } from '../../../../test/api/example-application';
import { changeRequest, detail, headshot, problem, serve } from '../../../../test/api/mock-api';
import type { ApplicationDetail } from '../../../api/applications';
import type { ChangeableName } from '../../../content/membership/change-requests';
import { dropEdit, hasUnsentChanges } from './edited-answers';

withApplicant();

const photo = headshot();
/** What the server answers about the application. */
let now: Partial<ApplicationDetail>;
const current = () =>
  detail({
    id: receipt.id,
    headshot_id: photo.id,
    headshot_url: photo.headshot_url,
    ...now,
  });
const asked = (...fields: ChangeableName[]) => ({ change_request: changeRequest({ fields }) });

type Sent = { ifMatch: string | null; body: Record<string, unknown> };

/** Accepts changes by default. Returns the requests. */
function serveChanges(answer: (count: number) => Response | undefined = () => undefined): Sent[] {
  const sent: Sent[] = [];
  serve('put /api/applications/app-1', async (count, { request }) => {
    const body = (await request.clone().json()) as Record<string, unknown>;
    sent.push({ ifMatch: request.headers.get('If-Match'), body });
    const refusal = answer(count);
    if (refusal !== undefined) return refusal;
    accept(body);
    return HttpResponse.json(current());
  });
  return sent;
}

function accept({ headshot_id = null, ...answers }: Record<string, unknown>): void {
  const photos = headshot_id === null ? { headshot_id: null, headshot_url: null } : {};
  now = { ...answers, ...photos, version: (now.version ?? 1) + 1, change_request: null };
}

const conflict = () => problem(412, 'version_conflict', 'This was changed.');
const notEditable = () => problem(409, 'not_editable', 'Not editable.');

beforeEach(() => {
  sessionStorage.clear();
  servePending();
  now = asked('city', 'subjects_taught');
  serve('get /api/applications/app-1', () => HttpResponse.json(current()));
  servePhotos(photo);
});
afterEach(dropEdit);

const section = () => within(screen.getByRole('region', { name: 'Changes requested' }));
const sentAnswers = () => screen.getByRole('region', { name: 'What you sent' });
const send = () => section().getByRole('button', { name: 'Send changes' });

/** The browser shows the page from its back/forward cache. */
const returnToPage = () =>
  act(() => void window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })));

async function openForm() {
  const view = open();
  await expectHeading('Changes requested');
  await screen.findByRole('button', { name: 'Send changes' });
  return view;
}

async function change(city: string) {
  const view = await openForm();
  set('City', city);
  return view;
}

describe('a request for changes', () => {
  test('is answered with all answers and the version, and a typed subject is added', async () => {
    const sent = serveChanges();
    const { user } = await change('Miami');
    await user.type(field('Subjects Taught'), 'Drama');
    await user.click(send());
    await screen.findByText(/Your changes were sent/);
    const subjects_taught = [...exampleApplication.subjects_taught, 'Drama'];
    const body = { ...exampleApplication, city: 'Miami', subjects_taught, headshot_id: photo.id };
    expect(sent).toEqual([{ ifMatch: '"1"', body }]);
    expect(sessionStorage.length).toBe(0);
  });

  test('for the photo has its field, and a removed photo is sent as none', async () => {
    now = asked('headshot_id');
    const deleted = serveDeletion();
    const sent = serveChanges();
    const { user } = await openForm();
    const preview = await section().findByRole('img', { name: 'Preview of your photo' });
    expect(preview.getAttribute('src')).toBe(photo.headshot_url);
    await user.click(section().getByRole('button', { name: /^Remove/ }));
    await section().findByText('Changed, not sent yet: Profile Photo');
    await user.click(send());
    await screen.findByText(/Your changes were sent/);
    expect(sent[0]?.body).not.toHaveProperty('headshot_id');
    expect(deleted).toEqual([]);
  });

  test('for all answers groups them like the form', async () => {
    now = { change_request: changeRequest() };
    await openForm();
    const headings = section().getAllByRole('heading', { level: 3 });
    expect(headings.map(({ textContent }) => textContent)).toEqual([
      'Professional Information',
      'Personal Information',
      'Additional Information',
    ]);
    expect(section().getByText('You can change all of your answers.')).toBeTruthy();
  });

  test('refuses a blank answer at its field, and unchanged answers, without a request', async () => {
    const sent = serveChanges();
    const { user } = await openForm();
    await user.click(send());
    const notice = await screen.findByText(/You haven’t changed anything yet/);
    expect(notice.closest('[role=alert]')).toBe(document.activeElement);
    set('City', ' ');
    await user.click(send());
    await section().findByText('Enter your city');
    await waitFor(() => expect(document.activeElement).toBe(field('City')));
    set('City', 'Miami');
    await waitFor(() => expect(section().queryByText('Enter your city')).toBeNull());
    expect(sent).toEqual([]);
  });

  test('shows the errors of the server at their fields, and a summary', async () => {
    serveChanges(() =>
      problem(422, 'validation_failed', 'Some answers need another look.', {
        errors: [{ field: '/city', code: 'invalid', detail: 'City has an invalid character' }],
      }),
    );
    const { user } = await change('Mi ami');
    await user.click(send());
    const summary = await screen.findByRole('alert', { name: 'Please check these answers' });
    expect(within(summary).getByRole('link').getAttribute('href')).toBe('#city');
    expect(field('City').getAttribute('aria-invalid')).toBe('true');
    expect(field('City').value).toBe('Mi ami');
  });
});

describe('changes that cannot be sent', () => {
  test('because other changes were sent in another window are shown with the reason', async () => {
    serveChanges(() => {
      now = { version: 2, city: 'Orlando' };
      return conflict();
    });
    const { user } = await change('Miami');
    await user.click(send());
    await screen.findByText(/another device, so the changes below weren’t sent/);
    expect(screen.getByText('Miami')).toBeTruthy();
    expect(sentAnswers().textContent).toContain('Orlando');
  });

  test('because the application was rejected are in the form of the next one', async () => {
    now = asked('school_district');
    serveChanges(() => {
      now = { status: 'rejected', reviewed_at: '2026-03-07T10:00:00Z' };
      serveMine(decided('rejected'));
      return notEditable();
    });
    const { user } = await openForm();
    set('School District', 'Pinellas');
    await user.click(send());
    expect(await screen.findByText('Your application was rejected')).toBeTruthy();
    await expectHeading('Professional Information');
    expect(field('School District').value).toBe('Pinellas');
    expect(field('Current Teaching Position').value).toBe(exampleApplication.teaching_position);
    expect(screen.queryByText(/canceled the request/)).toBeNull();
    expect(hasUnsentChanges()).toBe(false);
  });
});

test('a failed upload does not matter once another request does not ask for the photo', async () => {
  now = asked('city', 'headshot_id');
  serve('post /api/headshots', () => problem(422, 'image_unreadable', 'No.'));
  const sent = serveChanges();
  const { user } = await change('Miami');
  await user.upload(field('Profile Photo'), new File(['x'], 'me.jpg', { type: 'image/jpeg' }));
  await section().findAllByText(/couldn’t read this image/);
  now = { version: 3, change_request: changeRequest({ id: 'request-2', fields: ['city'] }) };
  returnToPage();
  await waitFor(() => expect(screen.queryByLabelText('Profile Photo')).toBeNull());
  await user.click(send());
  await screen.findByText(/Your changes were sent/);
  expect(sent[0]?.body).toMatchObject({ city: 'Miami', headshot_id: photo.id });
});

test('changes that are not sent are in the draft after a withdrawal, which a focused notice confirms', async () => {
  serve('post /api/applications/:id/withdrawal', () => {
    serve('get /api/applications/draft', () => HttpResponse.json(completeDraft()));
    serveMine();
    return new HttpResponse(null, { status: 204 });
  });
  const { user } = await change('Miami');
  await user.click(screen.getByRole('button', { name: 'Withdraw application' }));
  await user.click(screen.getByRole('button', { name: 'Withdraw it' }));
  await expectHeading('Additional Information');
  expect(screen.getByText('Miami')).toBeTruthy();
  const notice = screen.getByText(/You withdrew your application/).closest('[role=status]');
  expect(notice).toBe(document.activeElement);
});

test('a request that disappears while the form is unchanged is explained', async () => {
  await openForm();
  now = {};
  returnToPage();
  expect(
    await screen.findByText(/^An administrator canceled the request for changes/),
  ).toBeTruthy();
});
