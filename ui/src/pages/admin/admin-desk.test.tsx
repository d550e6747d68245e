// Tests what the dialog on /admin shows beside the answers: notes, viewers, similar applications and mails.
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { HttpResponse } from 'msw';
import { describe, expect, test, vi } from 'vitest';
import { deferred } from '../../../test/deferred';
import { currentUser, problem, serve } from '../../../test/api/mock-api';
import { openApplication as open, review, withReview } from '../../../test/api/review-server';
import { asksBeforeClosing } from '../../../test/browser/tab';
import { expectAccessible } from '../../../test/screens/axe';
import type { ApplicationNote } from '../../api/review/applications';
import { reviewDesk } from '../../content/membership/review';
import { queryCache } from '../../features/signed-in/require-role';
import { signOut } from '../../session/session-actions';
import { sessionState } from '../../session/session-state';

withReview();

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
const stored = (one: ApplicationNote) => HttpResponse.json(one, { status: 201 });
const addField = (dialog: Awaited<ReturnType<typeof open>>['dialog']) =>
  dialog.findByLabelText<HTMLTextAreaElement>('Add a note');

describe('notes', () => {
  test('a note is added once, with the same key after a lost response', async () => {
    const keys: (string | null)[] = [];
    const posts = serve(`post ${NOTES}`, (count, { request }) => {
      keys.push(request.headers.get('Idempotency-Key'));
      return count === 1 ? HttpResponse.error() : stored(note({ author_id: own }));
    });
    const { dialog, user } = await open();
    const field = await addField(dialog);
    const add = dialog.getByRole<HTMLButtonElement>('button', { name: 'Add note' });
    expect(add.disabled).toBe(true);
    await user.type(field, ' Called the school. ');
    await user.click(add);
    await waitFor(() => expect(field.getAttribute('aria-invalid')).toBe('true'));
    expect(field.value).toBe(' Called the school. ');
    await expectAccessible();
    await user.click(add);
    expect(await dialog.findByText('Called the school.')).toBeTruthy();
    expect([field.value, document.activeElement]).toEqual(['', field]);
    expect(posts).toEqual([{ text: 'Called the school.' }, { text: 'Called the school.' }]);
    expect(new Set(keys).size).toBe(1);
  });

  test('an edited note survives closing the dialog until Cancel, and no note may be too long', async () => {
    review.notes.set('app-1', [note({ author_id: own })]);
    const first = await open();
    await first.user.click(await first.dialog.findByRole('button', { name: /^Edit your note/ }));
    await first.user.type(first.dialog.getByLabelText('Edit your note'), ' Twice.');
    first.unmount();
    const { dialog, user } = await open();
    const again = await dialog.findByLabelText<HTMLTextAreaElement>('Edit your note');
    expect(again.value).toBe('Called the school. Twice.');
    await user.click(dialog.getByRole('button', { name: 'Cancel' }));
    expect(dialog.getByText('Called the school.')).toBeTruthy();
    expect(dialog.queryByLabelText('Edit your note')).toBeNull();
    const posts = serve(`post ${NOTES}`);
    const field = await addField(dialog);
    fireEvent.change(field, { target: { value: '🦉'.repeat(5_001) } });
    await user.click(dialog.getByRole('button', { name: 'Add note' }));
    expect(await dialog.findByText('Please shorten the note to 5,000 characters.')).toBeTruthy();
    expect(posts).toEqual([]);
    fireEvent.change(field, { target: { value: '' } });
  });

  describe('whose text another tab has changed', () => {
    const theirs = note({ author_id: own, text: 'Theirs.', version: 'version-2' });
    /** `isRead`: the list has the text of the other tab before Save. */
    const typeMine = async (isRead: boolean) => {
      review.notes.set('app-1', [note({ author_id: own })]);
      const versions: (string | null)[] = [];
      serve(`patch ${NOTES}/note-1`, (_, { request }) => {
        versions.push(request.headers.get('If-Match'));
        return versions.at(-1) === '"version-2"'
          ? HttpResponse.json({ ...theirs, text: 'Mine.', version: 'version-3' })
          : problem(412, 'version_conflict', 'Changed.');
      });
      const { dialog, user } = await open();
      await user.click(await dialog.findByRole('button', { name: /^Edit your note/ }));
      const field = dialog.getByLabelText<HTMLTextAreaElement>('Edit your note');
      await user.clear(field);
      await user.type(field, 'Mine.');
      review.notes.set('app-1', [theirs]);
      if (isRead) await act(() => queryCache.invalidateQueries());
      const save = dialog.getByRole<HTMLButtonElement>('button', { name: 'Save' });
      await user.click(save);
      expect(await dialog.findByText('Theirs.')).toBeTruthy();
      expect([field.value, save.disabled]).toEqual(['Mine.', true]);
      await expectAccessible();
      return { dialog, user, save, versions };
    };

    test.each([true, false])('are only replaced after a choice, read: %s', async (isRead) => {
      const { dialog, user, save, versions } = await typeMine(isRead);
      await user.click(dialog.getByRole('button', { name: 'Keep what I typed here' }));
      expect(versions).toEqual(['"version-1"']);
      await user.click(save);
      expect(await dialog.findByText('Mine.')).toBeTruthy();
      expect(versions).toEqual(['"version-1"', '"version-2"']);
    });

    test('can be kept instead of what was typed', async () => {
      const { dialog, user } = await typeMine(false);
      await user.click(dialog.getByRole('button', { name: 'Use the saved text' }));
      expect(dialog.queryByLabelText('Edit your note')).toBeNull();
      expect(dialog.getByText('Theirs.')).toBeTruthy();
    });
  });

  test('a note takes what was typed in it with it when it is deleted here', async () => {
    const other = note({ id: 'note-2', author_id: own, text: 'Other.' });
    review.notes.set('app-1', [note({ author_id: own }), other]);
    serve(`delete ${NOTES}/note-1`, () => new HttpResponse(null, { status: 204 }));
    const { dialog, user } = await open();
    const [first, second] = await dialog.findAllByRole('button', { name: /^Edit your note/ });
    await user.click(first as HTMLElement);
    await user.type(dialog.getByLabelText('Edit your note'), ' More.');
    await user.click(second as HTMLElement);
    await user.click(
      dialog.getAllByRole('button', { name: /^Delete your note/ })[0] as HTMLElement,
    );
    await user.click(screen.getByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(dialog.queryByText('Called the school.')).toBeNull());
    expect((await addField(dialog)).value).toBe('');
    expect(JSON.stringify(sessionStorage)).not.toContain('More.');
  });

  test.each([
    ['after Save', (user: UserEvent) => user.click(screen.getByRole('button', { name: 'Save' }))],
    ['when the list is read again', () => act(() => queryCache.invalidateQueries())],
  ])('that another tab has deleted leave their text for a new note, %s', async (_, notice) => {
    review.notes.set('app-1', [note({ author_id: own })]);
    serve(`patch ${NOTES}/note-1`, () => problem(404, 'not_found', 'Gone.'));
    const { dialog, user } = await open();
    const field = await addField(dialog);
    await user.type(field, 'Write too.');
    await user.click(dialog.getByRole('button', { name: /^Edit your note/ }));
    await user.type(dialog.getByLabelText('Edit your note'), ' Twice.');
    review.notes.set('app-1', []);
    await notice(user);
    await waitFor(() => expect(field.value).toBe('Write too.\n\nCalled the school. Twice.'));
    expect(document.activeElement).toBe(field);
    expect(await screen.findByText(reviewDesk.notes.deletedElsewhere)).toBeTruthy();
    expect(dialog.queryByLabelText('Edit your note')).toBeNull();
    fireEvent.change(field, { target: { value: '' } });
    expect(asksBeforeClosing()).toBe(false);
  });

  test('the text of a note that is deleted while another is added stays', async () => {
    review.notes.set('app-1', [note({ author_id: own })]);
    const answered = deferred();
    serve(`post ${NOTES}`, () =>
      answered.promise.then(() => stored(note({ id: 'note-2', author_id: own, text: 'New.' }))),
    );
    const { dialog, user } = await open();
    const field = await addField(dialog);
    await user.click(dialog.getByRole('button', { name: /^Edit your note/ }));
    await user.type(dialog.getByLabelText('Edit your note'), ' Twice.');
    await user.type(field, 'New.');
    await user.click(dialog.getByRole('button', { name: 'Add note' }));
    review.notes.set('app-1', []);
    await act(() => queryCache.invalidateQueries());
    await waitFor(() => expect(field.value).toContain('Called the school. Twice.'));
    await act(async () => answered.resolve());
    await waitFor(() => expect(dialog.getByRole('button', { name: 'Add note' })).toBeTruthy());
    expect(field.value).toContain('Called the school. Twice.');
  });

  test('that are typed are only lost at the sign-out if the administrator agrees', async () => {
    serve('delete /api/auth/sessions');
    const ask = vi.spyOn(window, 'confirm').mockReturnValue(false);
    const { dialog, user } = await open();
    const field = await addField(dialog);
    await user.type(field, 'On a train.');
    expect(asksBeforeClosing()).toBe(true);
    await act(signOut);
    expect(ask.mock.calls).toEqual([[reviewDesk.notes.signOut]]);
    expect(sessionState.current().status).toBe('signed-in');
    expect(field.value).toBe('On a train.');
    ask.mockReturnValue(true);
    await act(signOut);
    expect(ask).toHaveBeenCalledTimes(2);
    expect(sessionState.current().status).toBe('signed-out');
    expect(JSON.stringify(sessionStorage)).not.toContain('On a train.');
  });

  test('an own application has no desk: nothing is requested and nothing can be asked for', async () => {
    const refused = () => problem(409, 'own_application', 'Yours.');
    const reads = serve(`get ${NOTES}`, refused);
    const histories = serve('get /api/admin/applications/:id/history', refused);
    const announcements = serve('put /api/admin/applications/:id/viewers/me');
    review.detail = { note: undefined };
    const { dialog } = await open();
    await dialog.findByRole('heading', { name: 'Professional Information' });
    expect(dialog.queryByLabelText('Add a note')).toBeNull();
    expect(dialog.queryByRole('button', { name: /^Ask for changes/ })).toBeNull();
    expect(dialog.queryByRole('heading', { name: 'History' })).toBeNull();
    expect([reads, histories, announcements]).toEqual([[], [], []]);
  });
});

test('similar applications are shown with reason and status, and a failed mail is sent again once', async () => {
  const at = '2026-03-05T10:00:00Z';
  const failed = { id: 'mail-2', template: 'application_rejected', state: 'failed', at } as const;
  review.detail = {
    messages: [failed],
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
  };
  const queued = deferred();
  const retries = serve('post /api/admin/email-messages/mail-2/retry', async () => {
    await queued.promise;
    return new HttpResponse(null, { status: 202 });
  });
  const { dialog, user } = await open();
  const block = dialog.getByRole('heading', { name: 'Similar applications' }).parentElement;
  expect(block?.textContent).toMatch(/Rejected.*Same phone number, submitted Mar 1, 2026/);
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
});
