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
const stored = (text: string, id = 'note-1', version = 'version-1') => ({
  id,
  author_id: 'dana',
  author_name: 'Dana Reyes',
  text,
  created_at: '2026-03-05T10:00:00Z',
  updated_at: '2026-03-05T10:00:00Z',
  version,
});
const added = (text: string, id?: string) => HttpResponse.json(stored(text, id), { status: 201 });

function create(note?: Partial<ReturnType<typeof stored>>) {
  const onChange = vi.fn();
  const saver = createNoteSaver({
    applicationId: 'app-1',
    ...(note && { note: { ...stored(''), ...note } }),
    onChange,
  });
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

/** A server with one note, which refuses another version as the real one does. Returns its text, '' once it is deleted. */
function serveNote(respond = (saved: object): Response => HttpResponse.json(saved)) {
  let note = stored('Cal');
  serve(`get ${NOTES}`, () => HttpResponse.json({ items: [note], next_cursor: null }));
  serve(`patch ${NOTES}/note-1`, async (count, { request }) => {
    const { text } = (await request.json()) as { text: string };
    const expected = request.headers.get('If-Match');
    if (![`"${note.version}"`, '*'].includes(expected ?? '') && text !== note.text)
      return problem(412, 'version_conflict', 'Changed.');
    note = stored(text, 'note-1', `version-${count + 1}`);
    return respond(note);
  });
  serve(`delete ${NOTES}/note-1`, (_, { request }) => {
    if (request.headers.get('If-Match') !== `"${note.version}"`)
      return problem(412, 'version_conflict', 'Changed.');
    note = stored('');
    return new HttpResponse(null, { status: 204 });
  });
  return () => note.text;
}

test.each([
  ['keep', 'Mine.'],
  ['load', 'Mine.'],
  ['keep', ''],
  ['load', ''],
] as const)(
  'the text of another tab is neither replaced nor deleted until its author chooses: %s “%s”',
  async (choice, mine) => {
    const onServer = serveNote();
    const [other, { saver, state }] = [create(stored('Cal')), create(stored('Cal'))];
    other.saver.type('Theirs.');
    await other.saver.flush();
    for (const _ of [1, 2]) {
      saver.type(mine);
      await saver.flush();
    }
    expect(onServer()).toBe('Theirs.');
    expect(state()).toMatchObject({ text: mine, newer: 'Theirs.', saving: 'none' });
    expect(saver.isUnsaved()).toBe(true);
    saver.resolve(choice);
    await saver.flush();
    const text = choice === 'keep' ? mine : 'Theirs.';
    expect([state().text, onServer()]).toEqual([text, text]);
    expect(saver.isUnsaved()).toBe(false);
  },
);

test('an update whose response was lost is no change of another tab', async () => {
  let isLost = true;
  const onServer = serveNote((saved) => (isLost ? HttpResponse.error() : HttpResponse.json(saved)));
  const { saver, state } = create(stored('Cal'));
  saver.type('Called.');
  await saver.flush();
  expect(state().saving).toBe('retrying');
  isLost = false;
  saver.type('Called twice.');
  await saver.flush();
  expect(state()).toMatchObject({ newer: null, saving: 'saved' });
  expect(onServer()).toBe('Called twice.');
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
