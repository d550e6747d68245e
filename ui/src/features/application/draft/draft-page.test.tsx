/** Tests that the page restores and saves the draft. */
import { act, screen, waitFor } from '@testing-library/react';
import { HttpResponse } from 'msw';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { deferred } from '../../../../test/deferred';
import { expectAccessible } from '../../../../test/screens/axe';
import { exampleApplication } from '../../../../test/api/example-application';
import {
  draft,
  headshot,
  problem,
  savedDraft,
  serve,
  server,
  sessionView,
} from '../../../../test/api/mock-api';
import {
  button,
  completeDraft,
  expectHeading,
  field,
  fillStep,
  open,
  openForm,
  openStep,
  receipt,
  restored,
  serveDeletion,
  servePending,
  servePhotos,
  serveSubmissions,
  set,
  submit,
  unknownPhoto,
  withApplicant,
} from '../../../../test/api/apply-page';
import { sessionStore } from '../../../session/browser-session';
import { writePersonal } from '../../../session/tab-storage/personal-storage';
import { signOut } from '../../../session/session-actions';

withApplicant();
beforeEach(() => serve('delete /api/auth/sessions'));

describe('a saved draft', () => {
  test('is not read if an application is pending', async () => {
    const requested: string[] = [];
    server.events.on('request:start', ({ request }) =>
      requested.push(new URL(request.url).pathname),
    );
    servePending();
    open();
    await expectHeading('Application Already Submitted');
    server.events.removeAllListeners();
    expect(requested).toContain('/api/applications/mine');
    expect(requested).not.toContain('/api/applications/draft');
  });

  test('keeps a photo that cannot be looked up', async () => {
    const fields = { ...exampleApplication, headshot_id: headshot().id };
    savedDraft.now = draft({ fields }, '2026-03-01');
    serve('get /api/headshots', () => HttpResponse.error());
    open('/apply?step=3');
    expect(await screen.findByText('Your saved photo')).toBeTruthy();
    set('T-Shirt Size', 'L');
    await screen.findByText('Saved');
    await waitFor(() => expect(savedDraft.now.fields).toMatchObject({ t_shirt_size: 'L' }));
    expect(savedDraft.now.fields).toMatchObject({ headshot_id: headshot().id });
  });

  test('reports a deleted photo and can be submitted without it', async () => {
    savedDraft.now = draft(
      { fields: { ...exampleApplication, headshot_id: 'gone' } },
      '2026-03-01',
    );
    serve('post /api/applications', async (_, { request }) =>
      'headshot_id' in ((await request.json()) as object)
        ? unknownPhoto()
        : HttpResponse.json(receipt, { status: 201 }),
    );
    servePhotos();
    const { user } = open('/apply?step=3');
    await screen.findByText('Your saved photo');
    await user.click(button('Submit Application'));
    expect(await screen.findAllByText('Choose the photo again')).not.toHaveLength(0);
    await user.click(button('Submit Application'));
    await expectHeading('Application Received!');
  });
});

describe('a typed answer', () => {
  test('is saved before the next step and on leaving the page', async () => {
    const { user, router } = await openForm();
    fillStep(1);
    await user.click(button('Next'));
    await expectHeading('Personal Information');
    await waitFor(() => expect(savedDraft.now.updated_at).not.toBeNull(), { timeout: 500 });
    set('City', 'Tampa');
    await act(() => router.navigate('/elsewhere'));
    await waitFor(() => expect(savedDraft.now.fields).toMatchObject({ city: 'Tampa' }), {
      timeout: 500,
    });
  });

  test.each([
    ['a lost connection', () => HttpResponse.error()],
    ['a server error', () => problem(503, 'unavailable', 'Later.')],
    ['a server without drafts', () => problem(404, 'not_found', 'No.')],
  ])('that is not saved because of %s does not disable Next', async (_, refusal) => {
    serve('put /api/applications/draft', refusal);
    const { user } = await openForm();
    fillStep(1);
    await user.click(button('Next'));
    await expectHeading('Personal Information');
    expect(await screen.findByText('Not saved yet')).toBeTruthy();
    expect(screen.getByText(/kept in this tab until they are/)).toBeTruthy();
    await expectAccessible();
    server.resetHandlers();
    act(() => void window.dispatchEvent(new Event('online')));
    expect(await screen.findByText('Saved')).toBeTruthy();
    expect(screen.getByText('Your answers are saved again.')).toBeTruthy();
  });

  test('is not announced with every save', async () => {
    await openForm();
    const regions = screen
      .getAllByRole('status')
      .filter((region) => region.className === 'sr-only');
    const mutations: unknown[] = [];
    const watcher = new MutationObserver((changes) => mutations.push(...changes));
    for (const region of regions) {
      watcher.observe(region, { childList: true, characterData: true, subtree: true });
    }
    set('School District', 'Lake');
    await screen.findByText('Saved');
    set('School District', 'Lake County');
    await screen.findByText('Saving');
    await screen.findByText('Saved');
    expect(regions).not.toHaveLength(0);
    expect(mutations).toEqual([]);
  });

  test('is replaced by the application that another device submitted', async () => {
    await openForm();
    serve('put /api/applications/draft', () =>
      problem(409, 'application_pending_exists', 'You already have a pending application.'),
    );
    servePending();
    set('School District', 'Lake County');
    await expectHeading('Application Already Submitted');
    expect(await screen.findByText('March 5, 2026')).toBeTruthy();
    expect(sessionStorage).toHaveLength(0);
  });
});

test('a draft that cannot be read opens the form and is not overwritten by typed answers', async () => {
  savedDraft.now = draft({ fields: { city: 'Tampa', school_district: 'Lake' } }, '2026-03-01');
  serve('get /api/applications/draft', () => HttpResponse.error());
  await openForm();
  expect(screen.getByText(/couldn’t load your saved answers yet/)).toBeTruthy();
  expect(restored()).toBeNull();
  await expectAccessible();
  set('Teaching Experience', 'Twenty years');
  await screen.findByText('Not saved yet');
  expect(savedDraft.now.fields).toEqual({ city: 'Tampa', school_district: 'Lake' });
  server.resetHandlers();
  act(() => void window.dispatchEvent(new Event('online')));
  await waitFor(() =>
    expect(savedDraft.now.fields).toEqual({
      city: 'Tampa',
      school_district: 'Lake',
      teaching_experience: 'Twenty years',
    }),
  );
  expect(field('School District').value).toBe('Lake');
  expect(field('Teaching Experience').value).toBe('Twenty years');
  expect(restored()).toBeTruthy();
  expect(screen.queryByText(/couldn’t load your saved answers yet/)).toBeNull();
});

test('Start over asks for confirmation, deletes all answers and opens step 1', async () => {
  const { id } = headshot();
  savedDraft.now = draft({ fields: { ...exampleApplication, headshot_id: id } }, '2026-03-01');
  const deleted = serveDeletion();
  servePhotos(headshot({ id: 'other', headshot_url: '/other.jpg' }), headshot());
  const { user } = open('/apply?step=3');
  const preview = await screen.findByRole('img', { name: 'Preview of your photo' });
  expect(preview.getAttribute('src')).toBe(headshot().headshot_url);
  await user.click(button('Start over'));
  await expectAccessible();
  await user.click(button('Keep my answers'));
  expect(savedDraft.now.updated_at).not.toBeNull();
  await waitFor(() => expect(document.activeElement).toBe(button('Start over')));

  await user.click(button('Start over'));
  await user.click(button('Delete my answers'));
  const heading = await expectHeading('Professional Information');
  await waitFor(() => expect(document.activeElement).toBe(heading));
  expect(field('School District').value).toBe('');
  await waitFor(() => expect(savedDraft.now.fields).toEqual({}));
  expect(deleted).toEqual([id]);
  expect(restored()).toBeNull();
  expect(screen.getByText('We deleted your answers.')).toBeTruthy();
  expect(screen.queryByText('Saved')).toBeNull();
  expect(sessionStorage).toHaveLength(0);
  await expectAccessible();
});

test('Start over in step 1 moves the focus to its heading', async () => {
  savedDraft.now = completeDraft();
  const { user } = open();
  const heading = await expectHeading('Professional Information');
  await user.click(button('Start over'));
  await user.click(button('Delete my answers'));
  await waitFor(() => expect(document.activeElement).toBe(heading));
});

test('submitting is the last request, and clears the answers in the tab', async () => {
  const sent: string[] = [];
  server.events.on('request:start', ({ request }) => {
    if (request.method !== 'GET') sent.push(`${request.method} ${new URL(request.url).pathname}`);
  });
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const responded = deferred();
  serveSubmissions(async () => {
    await responded.promise;
    return HttpResponse.json(receipt, { status: 201 });
  });
  const view = await openStep(3);
  await submit(view);
  await waitFor(() => expect(sent.at(-1)).toBe('POST /api/applications'));
  // Longer than any delay of a save.
  await act(() => vi.advanceTimersByTimeAsync(10_000));
  responded.resolve();
  await expectHeading('Application Received!');
  vi.useRealTimers();
  server.events.removeAllListeners();
  expect(sent.at(-1)).toBe('POST /api/applications');
  expect(sessionStorage).toHaveLength(0);
});

test('an application submitted on another device deletes the answers typed in this tab', async () => {
  const { user } = sessionView();
  writePersonal('application', user.id, { changes: { city: 'Tampa' }, subject: 'Alge' });
  writePersonal('submission', user.id, { digest: 'of these answers', key: 'key-1' });
  servePending();
  open();
  await expectHeading('Application Already Submitted');
  expect(JSON.stringify(Object.values(sessionStorage))).not.toMatch(/Tampa|Alge|key-1/);
});

test('an answer that cannot be saved is explained at its field until it is corrected', async () => {
  await openForm();
  const message = 'Teaching Experience can have at most 5,000 characters; this is';
  set('Teaching Experience', 'x'.repeat(5001));
  expect(await screen.findByText(`${message} 1 too many`)).toBeTruthy();
  set('Teaching Experience', 'x'.repeat(6010));
  expect(await screen.findByText(`${message} 1,010 too many`)).toBeTruthy();
  set('Teaching Experience', 'x'.repeat(5000));
  await waitFor(() => expect(screen.queryByText(/can have at most/)).toBeNull());
});

describe('a newer answer from another device', () => {
  const newer = draft({ fields: { school_district: 'Orange', city: 'Tampa' } }, '2026-03-02');
  async function openConflict() {
    savedDraft.now = newer;
    const unsaved = { changes: { school_district: 'Polk' }, versions: ['2026-03-01'], subject: '' };
    writePersonal('application', sessionView().user.id, unsaved);
    const view = open();
    const question = await screen.findByText(/changed in another window or on another device/);
    return { ...view, question };
  }

  test('makes the page ask which answer to keep', async () => {
    const { user, question } = await openConflict();
    expect(question.textContent).toContain('The answers differ in: School District.');
    await expectAccessible();
    expect(field('School District').value).toBe('Polk');
    await user.click(button('Use the other version'));
    expect(field('School District').value).toBe('Orange');
    expect(screen.queryByText(/on another device/)).toBeNull();
    expect(document.activeElement).toBe(await expectHeading('Professional Information'));
    expect(savedDraft.now).toBe(newer);
    expect(sessionStorage).toHaveLength(0);
  });

  test("makes Sign Out ask before it deletes this device's answer", async () => {
    await openConflict();
    const confirm = vi.spyOn(window, 'confirm').mockReturnValueOnce(false);
    await signOut();
    expect(confirm).toHaveBeenCalledExactlyOnceWith(
      expect.stringMatching(/haven’t been saved yet/),
    );
    expect(field('School District').value).toBe('Polk');
    expect(sessionStore.current().status).toBe('signed-in');
    confirm.mockReturnValueOnce(true);
    await act(signOut);
    expect(sessionStore.current().status).toBe('signed-out');
    expect(sessionStorage).toHaveLength(0);
  });
});
