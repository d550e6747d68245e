/** The draft where something is in the way, and how it ends: started over, sent, contested. */
import { act, screen, waitFor } from '@testing-library/react';
import { delay, http, HttpResponse } from 'msw';
import { describe, expect, test, vi } from 'vitest';
import { expectAccessible } from '../../../test/screens/axe';
import { exampleApplication } from '../../../test/api/example-application';
import { draft, headshot, savedDraft, server, sessionView } from '../../../test/api/mock-api';
import {
  button,
  expectHeading,
  field,
  nothingPending,
  open,
  reachStep3,
  receipt,
  set,
} from '../../../test/api/apply-page';
import { writePersonal } from '../../session/personal-storage';
import { earlier, restored, withDraft } from '../../../test/api/draft';

withDraft();

describe('a draft that cannot be read', () => {
  test('holds up nobody, and is not written over by what is typed meanwhile', async () => {
    savedDraft.now = draft({ fields: { city: 'Tampa', school_district: 'Lake' } }, '2026-03-01');
    server.use(http.get('/api/applications/draft', () => HttpResponse.error()));
    open();
    await expectHeading('Professional Information');
    expect(screen.getByText(/could not be loaded yet/)).toBeTruthy();
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
    expect(screen.queryByText(/could not be loaded yet/)).toBeNull();
  });

  test('in three seconds is waited for no longer', async () => {
    server.use(http.get('/api/applications/draft', async () => delay('infinite')));
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
    open();
    await act(() => vi.advanceTimersByTimeAsync(2_000));
    expect(screen.queryByText('Step 1 of 3')).toBeNull();
    await act(() => vi.advanceTimersByTimeAsync(1_500));
    expect(screen.getByText('Step 1 of 3')).toBeTruthy();
    vi.useRealTimers();
  });
});

describe('Start over', () => {
  test('asks once, then deletes the answers here and on the server, and begins at step 1', async () => {
    const { id } = headshot();
    savedDraft.now = draft({ fields: { ...exampleApplication, headshot_id: id } }, '2026-03-01');
    const deleted: unknown[] = [];
    server.use(
      http.get('/api/headshots', () =>
        HttpResponse.json({ ...nothingPending, items: [headshot()] }),
      ),
      http.delete('/api/headshots/:id', ({ params }) => {
        deleted.push(params.id);
        return new HttpResponse(null, { status: 204 });
      }),
    );
    const { user } = open('/apply?step=3');
    await expectHeading('Additional Information');
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
    await waitFor(() => expect(savedDraft.now).toEqual(draft()));
    expect(deleted).toEqual([id]);
    expect(restored()).toBeNull();
    expect(screen.getByText('Your answers have been deleted.')).toBeTruthy();
    expect(screen.queryByText('Saved')).toBeNull();
    expect(sessionStorage).toHaveLength(0);
    await expectAccessible();
  });
});

test('starting over in step 1 moves the focus to its heading', async () => {
  savedDraft.now = earlier();
  const { user } = open();
  const heading = await expectHeading('Professional Information');
  await user.click(button('Start over'));
  await user.click(button('Delete my answers'));
  await waitFor(() => expect(document.activeElement).toBe(heading));
});

describe('submitting', () => {
  test('is the last that is sent of a draft, and leaves nothing behind', async () => {
    const sent: string[] = [];
    server.events.on('request:start', ({ request }) => {
      if (request.method !== 'GET') sent.push(`${request.method} ${new URL(request.url).pathname}`);
    });
    server.use(
      http.post('/api/applications', async () => {
        await delay(1_500);
        return HttpResponse.json(receipt, { status: 201 });
      }),
    );
    const view = open();
    await reachStep3(view);
    await view.user.click(button('Submit Application'));
    await expectHeading('Application Received!');
    server.events.removeAllListeners();
    expect(sent.at(-1)).toBe('POST /api/applications');
    expect(sessionStorage).toHaveLength(0);
  });
});

describe('an application that was sent elsewhere', () => {
  test('leaves nothing of what was typed here in this tab', async () => {
    const { user } = sessionView();
    writePersonal('application', user.id, {
      changes: { city: { from: '', to: 'Tampa' } },
      subject: 'Alge',
      contested: {},
    });
    writePersonal('submission', user.id, { digest: 'of these answers', key: 'key-1' });
    server.use(
      http.get('/api/applications/mine', () =>
        HttpResponse.json({ ...nothingPending, items: [receipt], total: 1 }),
      ),
    );
    open();
    await expectHeading('Application Already Submitted');
    expect(JSON.stringify(Object.values(sessionStorage))).not.toMatch(/Tampa|Alge|key-1/);
  });
});

describe('an answer that cannot be saved', () => {
  test('says why at its field, until it is corrected', async () => {
    open();
    await expectHeading('Professional Information');
    set('Teaching Experience', 'x'.repeat(5001));
    expect(
      await screen.findByText('Teaching Experience can have at most 5000 characters'),
    ).toBeTruthy();
    set('Teaching Experience', 'x'.repeat(5000));
    await waitFor(() => expect(screen.queryByText(/can have at most/)).toBeNull());
  });

  test('is no 21st subject: it stays in the box, and the field says why', async () => {
    const subjects = Array.from({ length: 20 }, (_, index) => `Subject ${index + 1}`);
    savedDraft.now = draft({ fields: { subjects_taught: subjects } }, '2026-03-01');
    const { user } = open();
    await expectHeading('Professional Information');
    await user.type(field('Subjects Taught'), 'Algebra{Enter}');
    expect(screen.getByText('You can list at most 20 subjects.')).toBeTruthy();
    expect(field('Subjects Taught').value).toBe('Algebra');
  });
});

describe('two devices', () => {
  test('that answered one question differently show both answers', async () => {
    savedDraft.now = draft({ fields: { school_district: 'Orange' } }, '2026-03-02');
    const value = {
      changes: { school_district: { from: 'Lake', to: 'Polk' } },
      subject: '',
    };
    writePersonal('application', sessionView().user.id, value);
    const { user } = open();
    await screen.findByText('You also answered this elsewhere: School District.');
    await expectAccessible();
    expect(field('School District').value).toBe('Polk');
    await user.click(button('Show the other answer'));
    expect(field('School District').value).toBe('Orange');
    await user.click(button('Show the other answer'));
    expect(field('School District').value).toBe('Polk');
    await waitFor(() => expect(savedDraft.now.fields).toEqual({ school_district: 'Polk' }));
  });
});
