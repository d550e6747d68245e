/** The draft as the page shows it: resumed, and saved while somebody types. */
import { act, screen, waitFor } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { describe, expect, test } from 'vitest';
import { expectAccessible } from '../../../test/screens/axe';
import { exampleApplication } from '../../../test/api/example-application';
import { draft, headshot, problem, savedDraft, server } from '../../../test/api/mock-api';
import {
  button,
  expectHeading,
  field,
  fillStep,
  nothingPending,
  open,
  receipt,
  set,
} from '../../../test/api/apply-page';
import { earlier, restored, withDraft } from '../../../test/api/draft';

withDraft();

const spoken = () =>
  screen
    .getAllByRole('status')
    .map((region) => region.textContent)
    .filter((text) => text !== '');

describe('a saved draft', () => {
  test('opens at step 1 with its answers and a quiet line', async () => {
    savedDraft.now = earlier();
    const { router } = open();
    await expectHeading('Professional Information');
    expect(router.state.location.search).toBe('');
    expect(field('School District').value).toBe(exampleApplication.school_district);
    for (const subject of exampleApplication.subjects_taught) button(`Remove ${subject}`);
    expect(restored()).toBeTruthy();
    expect(screen.getByText('Saved')).toBeTruthy();
    await expectAccessible();
  });

  test('opens at the step of the address', async () => {
    savedDraft.now = earlier();
    open('/apply?step=3');
    await expectHeading('Additional Information');
    expect(field('T-Shirt Size').value).toBe('M');
  });

  test('is asked for after the pending application, and not where there is one', async () => {
    const asked: string[] = [];
    server.events.on('request:start', ({ request }) => asked.push(new URL(request.url).pathname));
    server.use(
      http.get('/api/applications/mine', () =>
        HttpResponse.json({ ...nothingPending, items: [receipt], total: 1 }),
      ),
    );
    open();
    await expectHeading('Application Already Submitted');
    server.events.removeAllListeners();
    expect(asked).toContain('/api/applications/mine');
    expect(asked).not.toContain('/api/applications/draft');
  });

  test('brings its photo along, and it goes with the application', async () => {
    const { id } = headshot();
    savedDraft.now = draft({ fields: { ...exampleApplication, headshot_id: id } }, '2026-03-01');
    server.use(
      http.get('/api/headshots', () =>
        HttpResponse.json({ ...nothingPending, items: [headshot({ id: 'other' }), headshot()] }),
      ),
    );
    let body: unknown;
    server.use(
      http.post('/api/applications', async ({ request }) => {
        body = await request.json();
        return HttpResponse.json(receipt, { status: 201 });
      }),
    );
    const { user } = open('/apply?step=3');
    expect(await screen.findByText('Your saved photo')).toBeTruthy();
    const preview = screen.getByRole<HTMLImageElement>('img', { name: 'Preview of your photo' });
    expect(preview.getAttribute('src')).toBe(headshot().headshot_url);
    expect(screen.getByText('(117 KB)')).toBeTruthy();
    await expectAccessible();
    await user.click(button('Submit Application'));
    await expectHeading('Application Received!');
    expect(document.querySelector('[aria-current=step]')?.textContent).toMatch(/^1Received/);
    expect(body).toEqual({ ...exampleApplication, headshot_id: id });
  });

  test('keeps a photo that cannot be looked up just now', async () => {
    const fields = { ...exampleApplication, headshot_id: headshot().id };
    savedDraft.now = draft({ fields }, '2026-03-01');
    server.use(http.get('/api/headshots', () => HttpResponse.error()));
    open('/apply?step=3');
    expect(await screen.findByText('Your saved photo')).toBeTruthy();
    set('T-Shirt Size', 'L');
    await screen.findByText('Saved');
    await waitFor(() => expect(savedDraft.now.fields).toMatchObject({ t_shirt_size: 'L' }));
    expect(savedDraft.now.fields).toMatchObject({ headshot_id: headshot().id });
  });

  test('says that a photo from elsewhere is gone, and goes on without it', async () => {
    savedDraft.now = draft(
      { fields: { ...exampleApplication, headshot_id: 'gone' } },
      '2026-03-01',
    );
    server.use(
      http.get('/api/headshots', () => HttpResponse.json(nothingPending)),
      http.post('/api/applications', async ({ request }) =>
        'headshot_id' in ((await request.json()) as object)
          ? problem(422, 'validation_failed', 'Another look.', {
              errors: [
                { field: '/headshot_id', code: 'unknown', detail: 'Choose the photo again' },
              ],
            })
          : HttpResponse.json(receipt, { status: 201 }),
      ),
    );
    const { user } = open('/apply?step=3');
    await screen.findByText('Your saved photo');
    await user.click(button('Submit Application'));
    expect(await screen.findAllByText('Choose the photo again')).not.toHaveLength(0);
    await user.click(button('Submit Application'));
    await expectHeading('Application Received!');
  });
});

describe('what is typed', () => {
  test('is saved after a moment, whole, and said so', async () => {
    open();
    await expectHeading('Professional Information');
    expect(screen.queryByText('Saved')).toBeNull();
    fillStep(1);
    expect(screen.getByText('Saving')).toBeTruthy();
    await screen.findByText('Saved');
    const { teaching_experience, teaching_position, school_district } = exampleApplication;
    expect(savedDraft.now).toMatchObject({
      fields: { teaching_experience, teaching_position, school_district },
      step: 1,
    });
    expect(spoken()).toEqual([expect.stringMatching(/^Still needed|^$/)].slice(0, spoken().length));
    expect(sessionStorage).toHaveLength(0);
  });

  test('is saved before the next step and on leaving the page for another', async () => {
    const { user, router } = open();
    await expectHeading('Professional Information');
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
    ['a fault of the server', () => problem(503, 'unavailable', 'Later.')],
    ['a server that does not know drafts', () => problem(404, 'not_found', 'No.')],
  ])('and not saved because of %s holds up no step', async (_, refusal) => {
    server.use(http.put('/api/applications/draft', refusal));
    const { user } = open();
    await expectHeading('Professional Information');
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
    open();
    await expectHeading('Professional Information');
    const regions = screen
      .getAllByRole('status')
      .filter((region) => region.className === 'sr-only');
    const heard: unknown[] = [];
    const watcher = new MutationObserver((changes) => heard.push(...changes));
    for (const region of regions) {
      watcher.observe(region, { childList: true, characterData: true, subtree: true });
    }
    set('School District', 'Lake');
    await screen.findByText('Saved');
    set('School District', 'Lake County');
    await screen.findByText('Saving');
    await screen.findByText('Saved');
    expect(regions).not.toHaveLength(0);
    expect(heard).toEqual([]);
  });

  test('that the server refuses waits alone; the rest is saved', async () => {
    server.use(
      http.put('/api/applications/draft', async ({ request }) => {
        const body = (await request.clone().json()) as { fields: { city?: string } };
        if (body.fields.city !== 'Odd') return undefined;
        return problem(422, 'validation_failed', 'No.', {
          errors: [{ field: '/fields/city', code: 'invalid_text', detail: 'Odd.' }],
        });
      }),
    );
    savedDraft.now = draft({ fields: { ...exampleApplication, city: 'Tampa' } }, '2026-03-01');
    open('/apply?step=2');
    await expectHeading('Personal Information');
    set('City', 'Odd');
    set('State', 'Florida');
    expect(await screen.findByText('Not saved yet')).toBeTruthy();
    await waitFor(() =>
      expect(savedDraft.now.fields).toMatchObject({ city: 'Tampa', state: 'Florida' }),
    );
    set('City', 'Orlando');
    await waitFor(() => expect(savedDraft.now.fields).toMatchObject({ city: 'Orlando' }));
    expect(screen.getByText('Saved')).toBeTruthy();
  });

  test('after a submission elsewhere leads to that application', async () => {
    open();
    await expectHeading('Professional Information');
    server.use(
      http.put('/api/applications/draft', () =>
        problem(409, 'application_pending_exists', 'You already have a pending application.'),
      ),
      http.get('/api/applications/mine', () =>
        HttpResponse.json({ ...nothingPending, items: [receipt], total: 1 }),
      ),
    );
    set('School District', 'Lake County');
    await expectHeading('Application Already Submitted');
    expect(await screen.findByText('March 5, 2026')).toBeTruthy();
    expect(sessionStorage).toHaveLength(0);
  });
});
