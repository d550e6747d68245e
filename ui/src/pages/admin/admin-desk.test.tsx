// Tests what the dialog on /admin shows beside the answers: notes, viewers, similar applications and mails.
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { HttpResponse } from 'msw';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { deferred } from '../../../test/deferred';
import { currentUser, detail, problem, serve } from '../../../test/api/mock-api';
import { serveReview } from '../../../test/api/review-server';
import { signedInAs, withRealSession } from '../../../test/api/real-session';
import { expectAccessible } from '../../../test/screens/axe';
import { renderPage } from '../../../test/screens/render-page';
import type { ApplicationDetail } from '../../api/review/applications';
import type { ApplicationNote } from '../../api/review/notes';
import { reviewDesk } from '../../content/membership/review-desk';
import { signOut } from '../../session/session-actions';
import { sessionState } from '../../session/session-state';
import { AdminPage } from './admin-page';

withRealSession();

let review: ReturnType<typeof serveReview>;
beforeEach(async () => {
  await signedInAs('admin');
  review = serveReview();
});

const NOTES = '/api/admin/applications/app-1/notes';
const own = currentUser(['admin']).id;
const note = (more: Partial<ApplicationNote> = {}): ApplicationNote => ({
  id: 'note-1',
  author_id: 'dana',
  author_name: 'Dana Reyes',
  text: 'Called the school.',
  created_at: '2026-03-05T10:00:00Z',
  updated_at: '2026-03-05T10:00:00Z',
  version: 'version-1',
  ...more,
});
const open = async () => {
  const view = renderPage(AdminPage, '/admin', '/admin?application=app-1');
  const dialog = within(await screen.findByRole('dialog', { name: /’s application$/ }));
  return { ...view, dialog };
};
const serveDetail = (more: Partial<ApplicationDetail>) =>
  serve('get /api/applications/:id', () =>
    HttpResponse.json(detail({ id: 'app-1', note: null, decided_by: null, ...more })),
  );

/** The pause after which the text would be saved never ends. */
function typeWithoutPause(field: HTMLElement, value: string): void {
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  fireEvent.change(field, { target: { value } });
  vi.useRealTimers();
}

describe('notes', () => {
  test('that were edited return the focus to Edit', async () => {
    review.notes.set('app-1', [note({ author_id: own })]);
    const { dialog, user } = await open();
    await user.click(await dialog.findByRole('button', { name: /^Edit your note/ }));
    await user.click(dialog.getByRole('button', { name: 'Done' }));
    const edit = await dialog.findByRole('button', { name: /^Edit your note/ });
    await waitFor(() => expect(document.activeElement).toBe(edit));
  });

  test('are saved immediately when the dialog closes', async () => {
    const edited = note({ author_id: own });
    review.notes.set('app-1', [edited]);
    const posts = serve(`post ${NOTES}`, () =>
      HttpResponse.json({ ...edited, id: 'note-2', text: 'Write too.' }, { status: 201 }),
    );
    const patches = serve(`patch ${NOTES}/note-1`, () => HttpResponse.json(edited));
    const { dialog, user } = await open();
    await user.click(await dialog.findByRole('button', { name: /^Edit your note/ }));
    typeWithoutPause(dialog.getByLabelText('Edit your note'), 'Called twice.');
    typeWithoutPause(dialog.getByLabelText('Add a note'), 'Write too.');
    expect([posts, patches]).toEqual([[], []]);
    await user.keyboard('{Escape}');
    await waitFor(() => expect(patches).toEqual([{ text: 'Called twice.' }]));
    await waitFor(() => expect(posts).toEqual([{ text: 'Write too.' }]));
  });

  test('that are not saved are only lost at the sign-out if the administrator agrees', async () => {
    serve('delete /api/auth/sessions');
    serve(`post ${NOTES}`, () => HttpResponse.error());
    const ask = vi.spyOn(window, 'confirm').mockReturnValue(false);
    const { dialog, user } = await open();
    const field = await dialog.findByLabelText<HTMLTextAreaElement>('Add a note');
    await user.type(field, 'On a train.');
    await act(signOut);
    expect(ask.mock.calls).toEqual([[reviewDesk.notes.signOut]]);
    expect(sessionState.current().status).toBe('signed-in');
    expect(field.value).toBe('On a train.');
    ask.mockReturnValue(true);
    await act(signOut);
    expect(ask).toHaveBeenCalledTimes(2);
    expect(sessionState.current().status).toBe('signed-out');
  });

  test('that the sign-out can save need no question', async () => {
    serve('delete /api/auth/sessions');
    const posts = serve(`post ${NOTES}`, () =>
      HttpResponse.json(note({ author_id: own, text: 'On a train.' }), { status: 201 }),
    );
    const ask = vi.spyOn(window, 'confirm');
    const { dialog } = await open();
    typeWithoutPause(await dialog.findByLabelText('Add a note'), 'On a train.');
    await act(signOut);
    expect(posts).toEqual([{ text: 'On a train.' }]);
    expect(ask).not.toHaveBeenCalled();
    expect(sessionState.current().status).toBe('signed-out');
  });

  test('viewers and history of an own application are not requested', async () => {
    const refused = () => problem(409, 'own_application', 'Yours.');
    const reads = serve(`get ${NOTES}`, refused);
    const histories = serve('get /api/admin/applications/:id/history', refused);
    const announcements = serve('put /api/admin/applications/:id/viewers/me');
    serve('get /api/applications/:id', () => HttpResponse.json(detail({ id: 'app-1' })));
    const { dialog } = await open();
    await dialog.findByRole('heading', { name: 'Professional Information' });
    expect(dialog.queryByLabelText('Add a note')).toBeNull();
    expect(dialog.queryByRole('heading', { name: 'History' })).toBeNull();
    expect([reads, histories, announcements]).toEqual([[], [], []]);
  });
});

test('similar applications are linked with reason and status', async () => {
  serveDetail({
    messages: [],
    similar: [
      {
        application_id: 'app-2',
        reason: 'same_phone',
        first_name: 'Teacher',
        last_name: '2',
        status: 'rejected',
        submitted_at: '2026-03-01T10:00:00Z',
      },
    ],
  });
  const { dialog, user, router } = await open();
  const block = dialog.getByRole('heading', { name: 'Similar applications' }).parentElement;
  expect(block?.textContent).toContain('Same phone number, submitted Mar 1, 2026');
  expect(block?.textContent).toContain('Rejected');
  await expectAccessible();
  await user.click(dialog.getByRole('link', { name: 'Teacher 2' }));
  expect(router.state.location.search).toBe('?application=app-2');
  expect(router.state.historyAction).toBe('REPLACE');
});

test('a failed mail can be sent again, once', async () => {
  const at = '2026-03-05T10:00:00Z';
  const sent = { id: 'mail-1', template: 'application_submitted', state: 'sent', at } as const;
  const failed = { id: 'mail-2', template: 'application_rejected', state: 'failed', at } as const;
  serveDetail({ similar: [], messages: [sent, failed] });
  const queued = deferred();
  const retries = serve('post /api/admin/email-messages/mail-2/retry', async () => {
    await queued.promise;
    return new HttpResponse(null, { status: 202 });
  });
  const { dialog, user } = await open();
  expect(dialog.getByText('Application received').closest('li')?.textContent).toContain('Sent');
  await expectAccessible();
  serveDetail({ similar: [], messages: [sent, { ...failed, state: 'queued' }] });
  const retry = dialog.getByRole('button', { name: /Send the email/ });
  // Two presses before the page renders again.
  act(() => {
    retry.click();
    retry.click();
  });
  expect(retry.getAttribute('aria-disabled')).toBe('true');
  await user.click(retry);
  queued.resolve();
  expect(await screen.findByText('The email will be sent again.')).toBeTruthy();
  expect(retries).toHaveLength(1);
  expect(await dialog.findByText('Waiting')).toBeTruthy();
  expect(dialog.queryByRole('button', { name: /Send the email/ })).toBeNull();
});
