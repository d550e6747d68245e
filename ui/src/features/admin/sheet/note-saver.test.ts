/** Tests the saving of a note without its field. */
import { HttpResponse } from 'msw';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { problem, serve, serveApi } from '../../../../test/api/mock-api';
import { configureApi } from '../../../api/transport/client';
import { createNoteSaver, MAX_LENGTH } from './note-saver';

serveApi();
beforeEach(() => {
  configureApi({ getAccessToken: async () => 'token-1', onUnauthorized: async () => false });
  vi.useFakeTimers({ shouldAdvanceTime: true });
});
afterEach(() => void vi.useRealTimers());

const NOTES = '/api/admin/applications/app-1/notes';
const stored = (text: string, id = 'note-1') => ({
  id,
  author_id: 'dana',
  author_name: 'Dana Reyes',
  text,
  created_at: '2026-03-05T10:00:00Z',
  updated_at: '2026-03-05T10:00:00Z',
  version: 'version-1',
});
const added = (text: string, id?: string) => HttpResponse.json(stored(text, id), { status: 201 });

function create(note?: { id: string; text: string }) {
  const onChange = vi.fn();
  const saver = createNoteSaver({ applicationId: 'app-1', note, onChange });
  return { saver, onChange, state: saver.state };
}

test('the note is added after the first pause and then changed', async () => {
  const posts = serve(`post ${NOTES}`, () => added('Cal'));
  const patches = serve(`patch ${NOTES}/note-1`, () => HttpResponse.json(stored('Called.')));
  const { saver, state, onChange } = create();
  for (const text of ['C', 'Ca', 'Cal']) saver.type(text);
  expect(state().saving).toBe('none');
  expect(saver.isUnsaved()).toBe(true);
  await vi.waitFor(() => expect(state().saving).toBe('saved'), 3_000);
  saver.type('Called. ');
  await saver.flush();
  expect(posts).toEqual([{ text: 'Cal' }]);
  expect(patches).toEqual([{ text: 'Called.' }]);
  expect(state()).toMatchObject({ noteId: 'note-1', saving: 'saved', text: 'Called. ' });
  expect(onChange).toHaveBeenCalledTimes(2);
  expect(saver.isUnsaved()).toBe(false);
});

test('an addition without a response is repeated with its key and text, and the rest follows', async () => {
  const keys: (string | null)[] = [];
  const posts = serve(`post ${NOTES}`, (count, { request }) => {
    keys.push(request.headers.get('Idempotency-Key'));
    return count === 1 ? HttpResponse.error() : added('Cal');
  });
  const patches = serve(`patch ${NOTES}/note-1`, () => HttpResponse.json(stored('Called.')));
  const { saver, state } = create();
  saver.type('Cal');
  await saver.flush();
  expect(state()).toMatchObject({ saving: 'retrying', text: 'Cal' });
  expect(saver.isUnsaved()).toBe(true);
  saver.type('Called.');
  await saver.flush();
  expect(posts).toEqual([{ text: 'Cal' }, { text: 'Cal' }]);
  expect(new Set(keys).size).toBe(1);
  expect(patches).toEqual([{ text: 'Called.' }]);
  expect(state().saving).toBe('saved');
});

test('a failed save is retried without typing', async () => {
  let isOffline = true;
  serve(`patch ${NOTES}/note-1`, () =>
    isOffline ? HttpResponse.error() : HttpResponse.json(stored('Called.')),
  );
  const { saver, state } = create({ id: 'note-1', text: 'Cal' });
  saver.type('Called.');
  await saver.flush();
  expect(state().saving).toBe('retrying');
  isOffline = false;
  await vi.waitFor(() => expect(state().saving).toBe('saved'), 5_000);
});

test('an emptied note is deleted, and more text is a new note', async () => {
  const deletions = serve(`delete ${NOTES}/note-1`);
  serve(`post ${NOTES}`, () => added('Again.', 'note-2'));
  const { saver, state, onChange } = create({ id: 'note-1', text: 'Called.' });
  saver.type('  ');
  await saver.flush();
  expect(deletions).toHaveLength(1);
  expect(state()).toMatchObject({ noteId: null, saving: 'none' });
  expect(onChange).toHaveBeenLastCalledWith({ removed: 'note-1' });
  saver.type('Again.');
  await saver.flush();
  expect(state().noteId).toBe('note-2');
});

test('a note that was deleted in another tab is added again', async () => {
  serve(`patch ${NOTES}/note-1`, () => problem(404, 'not_found', 'Gone.'));
  const posts = serve(`post ${NOTES}`, () => added('Called.', 'note-2'));
  const { saver, state } = create({ id: 'note-1', text: 'Cal' });
  saver.type('Called.');
  await saver.flush();
  expect(posts).toEqual([{ text: 'Called.' }]);
  expect(state()).toMatchObject({ noteId: 'note-2', saving: 'saved' });
});

test('a refused text stays with the reason, and the next change is tried', async () => {
  const posts = serve(`post ${NOTES}`, (count) =>
    count === 1 ? problem(422, 'invalid_text', 'No such characters.') : added('Called.'),
  );
  const { saver, state } = create();
  saver.type('Called\u0007.');
  await saver.flush();
  expect(state()).toMatchObject({ refusal: 'No such characters.', saving: 'none' });
  saver.type('🦉'.repeat(MAX_LENGTH + 1));
  await saver.flush();
  expect(state().refusal).toBe('Please shorten the note to 5,000 characters.');
  expect(saver.isUnsaved()).toBe(true);
  expect(posts).toHaveLength(1);
  saver.type('Called.');
  await saver.flush();
  expect(state()).toMatchObject({ refusal: null, saving: 'saved' });
});
