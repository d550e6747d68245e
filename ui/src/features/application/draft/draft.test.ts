/** Tests the draft without its form. A new draft in the same tab simulates a reload. */
import { http, HttpResponse } from 'msw';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { deferred } from '../../../../test/deferred';
import {
  draft as saved,
  problem,
  savedDraft,
  serve,
  serveApi,
  server,
} from '../../../../test/api/mock-api';
import type { SavedDraft } from '../../../api/applications';
import { type Answers, noAnswers } from '../answers';
import { type ApplicationDraft, createDraft } from './draft';

const PATH = '/api/applications/draft';

serveApi();

const opened: ApplicationDraft[] = [];
function create(userId = 'ada') {
  const draft = createDraft(userId);
  opened.push(draft);
  return draft;
}
async function open(userId?: string) {
  const draft = create(userId);
  await draft.load();
  return draft;
}
/** Simulates a tab that the browser kills: its code stops, and its storage remains. */
const kill = (draft: ApplicationDraft) => draft.pause();
const type = (draft: ApplicationDraft, answers: Partial<Answers>) =>
  draft.change({ ...draft.answers(), ...answers });
/** Saves a draft on the server, as another device does. */
const store = (fields: Partial<Answers & { headshot_id: string }>, day = 1) => {
  savedDraft.now = saved({ fields }, `2026-03-0${day}`);
};

const fail = (methods: readonly ('get' | 'put')[], once = false) =>
  server.use(...methods.map((method) => http[method](PATH, () => HttpResponse.error(), { once })));
const disconnect = () => fail(['get', 'put']);
/** The server saves the draft, and its response is lost. */
const loseResponse = () =>
  void serve(`put ${PATH}`, async (count, { request }) => {
    if (count > 1) return undefined;
    const { fields, version } = (await request.clone().json()) as SavedDraft;
    savedDraft.now = saved({ fields }, version);
    return HttpResponse.error();
  });

/** Delays the response to the next read until the returned function is called. */
function holdRead(found = savedDraft.now): () => void {
  const held = deferred();
  const answer = () => held.promise.then(() => HttpResponse.json(found));
  server.use(http.get(PATH, answer, { once: true }));
  return held.resolve;
}

/** Records the methods of all later requests. */
function requests(): string[] {
  const methods: string[] = [];
  server.events.on('request:start', ({ request: { method } }) => void methods.push(method));
  return methods;
}

beforeEach(() => {
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
});
afterEach(() => {
  vi.useRealTimers();
  opened.splice(0).forEach((draft) => draft.end());
  server.events.removeAllListeners();
});

describe('in one tab', () => {
  test('a later read restores nothing, unless another device has written', async () => {
    const draft = await open();
    type(draft, { city: 'Tampa' });
    await draft.flush();
    await draft.catchUp();
    expect(draft.state()).toMatchObject({ restored: false, saving: 'saved' });
    store({ city: 'Ocala' }, 2);
    await draft.catchUp();
    expect(draft.state()).toMatchObject({ restored: true });
  });

  test('a reload shows the stored draft with the unsaved answers', async () => {
    store({ city: 'Tampa' });
    const first = await open();
    type(first, { school_district: 'Lake' });
    first.typeSubject('Alge');
    kill(first);
    const second = await open();
    expect(second.answers()).toMatchObject({ city: 'Tampa', school_district: 'Lake' });
    expect(second.subject()).toBe('Alge');
    expect(second.state()).toMatchObject({ restored: true, saving: 'saving' });
    await second.flush();
    expect(savedDraft.now.fields).toEqual({ city: 'Tampa', school_district: 'Lake' });
    expect(second.state().saving).toBe('saved');
  });

  test('the tab stores only unsaved answers, and nothing once they are saved', async () => {
    store({ city: 'Tampa' });
    const draft = await open();
    type(draft, { school_district: 'Lake' });
    const kept = JSON.stringify(Object.values(sessionStorage));
    expect(kept).toContain('Lake');
    expect(kept).not.toContain('Tampa');
    await draft.flush();
    expect(sessionStorage).toHaveLength(0);
  });

  test('an ended draft writes nothing', async () => {
    const draft = await open();
    type(draft, { city: 'Tampa' });
    draft.end();
    type(draft, { city: 'Orlando' });
    draft.resume();
    await draft.flush();
    expect(sessionStorage).toHaveLength(0);
    expect(savedDraft.now.fields).toEqual({});
  });

  test.each([
    ['fails', () => disconnect()],
    [
      'gets the page of a network filter',
      () => void serve(`put ${PATH}`, () => HttpResponse.html('Blocked')),
    ],
  ])('closing the tab needs a confirmation while saving %s', async (_, breakSaving) => {
    const draft = await open();
    breakSaving();
    type(draft, { city: 'Tampa' });
    expect(draft.isAtRisk()).toBe(false);
    await draft.flush();
    expect(draft.state().saving).toBe('unsaved');
    expect(draft.isAtRisk()).toBe(true);
    server.resetHandlers();
    await draft.flush();
    expect(draft.isAtRisk()).toBe(false);
  });

  test('full storage is reported, and saving continues', async () => {
    disconnect();
    const draft = await open();
    expect(draft.isAtRisk()).toBe(false);
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError');
    });
    type(draft, { city: 'Tampa' });
    expect(draft.state().keptHere).toBe(false);
    expect(draft.isAtRisk()).toBe(true);
    server.resetHandlers();
    await draft.flush();
    await draft.flush();
    expect(savedDraft.now.fields).toEqual({ city: 'Tampa' });
    expect(draft.isAtRisk()).toBe(false);
  });

  test('a saved photo is in the form before its lookup ends', async () => {
    store({ headshot_id: 'photo-1' });
    const lookup = deferred();
    serve('get /api/headshots', () => lookup.promise.then(() => HttpResponse.json({ items: [] })));
    const draft = await open();
    expect(draft.photo()?.id).toBe('photo-1');
    lookup.resolve();
  });

  test('a deleted photo does not block saving the other answers', async () => {
    store({ headshot_id: 'photo-1' });
    const draft = await open();
    serve(`put ${PATH}`, async (_, { request }) => {
      const { fields } = (await request.clone().json()) as { fields: { headshot_id?: string } };
      if (fields.headshot_id === undefined) return undefined;
      return problem(422, 'validation_failed', 'No.', {
        errors: [{ field: '/fields/headshot_id', code: 'unknown_headshot', detail: 'No.' }],
      });
    });
    type(draft, { city: 'Tampa' });
    await draft.flush();
    expect(savedDraft.now.fields).toEqual({ city: 'Tampa' });
  });
});

test('starting over while offline empties the draft when the connection returns', async () => {
  store({ city: 'Tampa' });
  const draft = await open();
  disconnect();
  await draft.startOver();
  expect(draft.state()).toMatchObject({ saving: 'unsaved', restored: false });
  kill(draft);
  server.resetHandlers();
  const again = await open();
  expect(again.answers()).toEqual(noAnswers);
  await again.flush();
  expect(savedDraft.now.fields).toEqual({});
  expect(again.state().saving).toBe('none');
});

describe('reading', () => {
  test('a form that opens before the response reports an unread draft', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    store({ city: 'Tampa' });
    const release = holdRead();
    const draft = create();
    const ready = draft.load();
    await vi.advanceTimersByTimeAsync(3_000);
    await ready;
    expect(draft.state().unread).toBe(true);
    vi.useRealTimers();
    release();
    await vi.waitFor(() => expect(draft.state().unread).toBe(false));
    expect(draft.answers()).toMatchObject({ city: 'Tampa' });
  });

  test('a read that ends after a newer save changes nothing', async () => {
    const draft = await open();
    const release = holdRead();
    const reading = draft.load();
    type(draft, { city: 'Tampa' });
    await draft.flush();
    release();
    await reading;
    expect(draft.answers()).toMatchObject({ city: 'Tampa' });
  });

  test('returning to the page shows a newer version', async () => {
    store({ city: 'Tampa' });
    const draft = await open();
    store({ city: 'Orlando', state: 'Florida' }, 2);
    await draft.catchUp();
    expect(draft.answers()).toMatchObject({ city: 'Orlando', state: 'Florida' });
    expect(draft.state().conflicts).toEqual([]);
  });

  test('a save that starts before the read on returning ends merges the newer version', async () => {
    const draft = await open();
    store({ state: 'Florida' }, 2);
    const release = holdRead(saved());
    const returning = draft.catchUp();
    type(draft, { city: 'Tampa' });
    await draft.flush();
    release();
    await returning;
    expect(draft.answers()).toMatchObject({ state: 'Florida', city: 'Tampa' });
  });
});

test('the draft is not read while a submission is in flight', async () => {
  store({ city: 'Tampa' });
  const draft = await open();
  draft.pause();
  store({}, 2);
  await draft.catchUp();
  expect(draft.answers()).toMatchObject({ city: 'Tampa' });
  draft.resume();
  await draft.catchUp();
  expect(draft.answers()).toMatchObject({ city: '' });
});

describe('a lost response', () => {
  test('is found again on returning to the page, and restores nothing', async () => {
    const draft = await open();
    loseResponse();
    type(draft, { city: 'Tampa' });
    await draft.flush();
    await draft.catchUp();
    expect(draft.state()).toMatchObject({ saving: 'saved', restored: false });
  });

  test('is no conflict, and another device is not overwritten after it', async () => {
    const draft = await open();
    loseResponse();
    type(draft, { city: 'Tam' });
    await draft.flush();
    expect(draft.state().saving).toBe('unsaved');
    const methods = requests();
    type(draft, { city: 'Tampa' });
    await draft.flush();
    expect(methods).toEqual(['PUT']);
    expect(savedDraft.now.fields).toEqual({ city: 'Tampa' });
    store({ city: 'Tampa', state: 'Florida' }, 2);
    type(draft, { city: 'Tampa Bay' });
    await draft.flush();
    expect(savedDraft.now.fields).toEqual({ state: 'Florida', city: 'Tampa Bay' });
  });

  test('is no conflict after a reload while typing', async () => {
    const first = await open();
    loseResponse();
    type(first, { city: 'Tam' });
    await first.flush();
    type(first, { city: 'Tampa' });
    kill(first);
    const draft = await open();
    expect(draft.state().conflicts).toEqual([]);
    await draft.flush();
    expect(savedDraft.now.fields).toEqual({ city: 'Tampa' });
  });

  test('of an answer that is typed back saves the earlier answer', async () => {
    store({ city: 'Tampa' });
    const draft = await open();
    loseResponse();
    type(draft, { city: 'Miami' });
    await draft.flush();
    type(draft, { city: 'Tampa' });
    expect(draft.state().saving).toBe('unsaved');
    await draft.flush();
    expect(savedDraft.now.fields).toEqual({ city: 'Tampa' });
    expect(draft.state().saving).toBe('saved');
  });
});

describe('a newer version from another device is not overwritten', () => {
  test('and other answers are merged', async () => {
    const draft = await open();
    store({ state: 'Florida' }, 2);
    type(draft, { city: 'Tampa' });
    await draft.flush();
    expect(savedDraft.now.fields).toEqual({ state: 'Florida', city: 'Tampa' });
    expect(draft.state()).toMatchObject({ saving: 'saved', conflicts: [] });
  });

  test('and a server that refuses each version is asked again later', async () => {
    const draft = await open();
    serve(`put ${PATH}`, () => problem(412, 'version_conflict', 'Changed.'));
    const methods = requests();
    type(draft, { city: 'Tampa' });
    await draft.flush();
    expect(methods).toEqual(['PUT', 'GET', 'PUT']);
    expect(draft.state().saving).toBe('unsaved');
  });

  async function openConflict() {
    store({ city: 'Tampa', state: 'Ohio' });
    const draft = await open();
    store({ city: 'Orlando', state: 'Florida' }, 2);
    type(draft, { city: 'Miami' });
    await draft.flush();
    return draft;
  }

  test('a conflict blocks saving until the applicant decides', async () => {
    const draft = await openConflict();
    const methods = requests();
    expect(draft.state()).toMatchObject({ conflicts: ['city'], saving: 'unsaved' });
    expect(draft.answers()).toMatchObject({ city: 'Miami', state: 'Florida' });
    type(draft, { school_district: 'Lake' });
    await draft.flush();
    draft.leave();
    expect(draft.isAtRisk()).toBe(true);
    expect(methods).toEqual([]);
    draft.resolve('keep');
    await draft.flush();
    const kept = { city: 'Miami', state: 'Florida', school_district: 'Lake' };
    expect(savedDraft.now.fields).toEqual(kept);
    expect(draft.state()).toMatchObject({ conflicts: [], saving: 'saved' });
  });

  test('the question is asked again after a reload', async () => {
    kill(await openConflict());
    const draft = await open();
    expect(draft.state().conflicts).toEqual(['city']);
    expect(draft.answers()).toMatchObject({ city: 'Miami', state: 'Florida' });
  });
});

describe('leaving the page', () => {
  test('sends the newest answers while an older save is in flight, and names its version', async () => {
    const draft = await open();
    const first = deferred();
    const versions: string[] = [];
    const seen: (string | null)[] = [];
    const bodies = serve(`put ${PATH}`, async (count, { request }) => {
      seen.push(request.headers.get('If-Match'));
      versions.push(((await request.clone().json()) as SavedDraft).version);
      if (count === 1) await first.promise;
      return HttpResponse.json(saved({}, versions.at(-1)));
    });
    type(draft, { city: 'Tam' });
    draft.leave();
    await vi.waitFor(() => expect(bodies).toHaveLength(1));
    type(draft, { city: 'Tampa' });
    draft.leave();
    await vi.waitFor(() => expect(draft.state().saving).toBe('saved'));
    first.resolve();
    expect(bodies.map((body) => (body as { fields: unknown }).fields)).toEqual([
      { city: 'Tam' },
      { city: 'Tampa' },
    ]);
    expect(seen).toEqual(['"none"', `"none", "${versions[0]}"`]);
    expect(draft.answers()).toMatchObject({ city: 'Tampa' });
  });

  test('reads first if the draft was never read', async () => {
    store({ state: 'Florida' });
    const first = await open();
    type(first, { city: 'Tampa' });
    kill(first);
    fail(['get'], true);
    const draft = await open();
    draft.leave();
    await vi.waitFor(() => expect(draft.state().saving).toBe('saved'));
    expect(savedDraft.now.fields).toEqual({ city: 'Tampa', state: 'Florida' });
  });
});
