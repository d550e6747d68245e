/** The owner of the answers, without a page: reloads, other devices, leaving. A new draft stands for a reload. */
import { http, HttpResponse } from 'msw';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { draft as saved, problem, savedDraft, server, serveApi } from '../../../test/api/mock-api';
import { noAnswers, type Answers } from './answers';
import { createDraft, type ApplicationDraft } from './application-draft';

serveApi();

const opened: ApplicationDraft[] = [];
async function open(userId = 'ada') {
  const draft = createDraft(userId);
  opened.push(draft);
  await draft.load();
  return draft;
}
/** The tab is killed: nothing more is heard of its page, but its storage is there. */
function kill(draft: ApplicationDraft) {
  draft.pause();
}
const type = (draft: ApplicationDraft, answers: Partial<Answers>) =>
  draft.change({ ...draft.answers(), ...answers });

const down = () =>
  server.use(
    http.get('/api/applications/draft', () => HttpResponse.error()),
    http.put('/api/applications/draft', () => HttpResponse.error()),
    http.delete('/api/applications/draft', () => HttpResponse.error()),
  );

beforeEach(() => {
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
});
afterEach(() => {
  vi.useRealTimers();
  opened.splice(0).forEach((draft) => draft.end());
  server.events.removeAllListeners();
  vi.restoreAllMocks();
});

test('after a reload there is what the server had and what waited', async () => {
  savedDraft.now = saved({ fields: { city: 'Tampa' } }, '2026-03-01');
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

test('only what is not saved waits, and nothing once it is', async () => {
  savedDraft.now = saved({ fields: { city: 'Tampa' } }, '2026-03-01');
  const draft = await open();
  type(draft, { school_district: 'Lake' });
  const waiting = JSON.stringify(Object.values(sessionStorage));
  expect(waiting).toContain('Lake');
  expect(waiting).not.toContain('Tampa');
  await draft.flush();
  expect(sessionStorage).toHaveLength(0);
});

test('what one person left is not there for the next', async () => {
  const draft = await open('ada');
  type(draft, { city: 'Tampa' });
  kill(draft);
  expect((await open('grace')).answers()).toEqual(noAnswers);
});

test('an ended draft writes nothing, however late', async () => {
  const draft = await open();
  type(draft, { city: 'Tampa' });
  draft.end();
  type(draft, { city: 'Orlando' });
  draft.resume();
  await draft.flush();
  expect(sessionStorage).toHaveLength(0);
  expect(savedDraft.now.fields).toEqual({});
});

test('closing the tab is asked about while saving fails', async () => {
  down();
  const draft = await open();
  type(draft, { city: 'Tampa' });
  expect(draft.isAtRisk()).toBe(false);
  await draft.flush();
  expect(draft.state().saving).toBe('unsaved');
  expect(draft.isAtRisk()).toBe(true);
  server.resetHandlers();
  await draft.flush();
  expect(draft.isAtRisk()).toBe(false);
});

test('a full storage is told, and costs nothing else', async () => {
  down();
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

test('starting over without a line is done once there is one', async () => {
  savedDraft.now = saved({ fields: { city: 'Tampa' } }, '2026-03-01');
  const draft = await open();
  down();
  await draft.startOver();
  expect(draft.state()).toMatchObject({ saving: 'unsaved', restored: false });
  kill(draft);
  server.resetHandlers();
  const again = await open();
  expect(again.answers()).toEqual(noAnswers);
  await again.flush();
  expect(savedDraft.now).toEqual(saved());
});

test('a reading that a save has overtaken changes nothing', async () => {
  const draft = await open();
  let release: () => void = () => undefined;
  const old = savedDraft.now;
  server.use(
    http.get('/api/applications/draft', async () => {
      await new Promise<void>((resolve) => (release = resolve));
      return HttpResponse.json(old);
    }),
  );
  const reading = draft.load();
  await vi.waitFor(() => expect(release).not.toBeUndefined());
  type(draft, { city: 'Tampa' });
  await draft.flush();
  release();
  await reading;
  expect(draft.answers()).toMatchObject({ city: 'Tampa' });
});

test('who comes back to the page sees what was saved elsewhere, and keeps what was typed here', async () => {
  savedDraft.now = saved({ fields: { city: 'Tampa' } }, '2026-03-01');
  const draft = await open();
  savedDraft.now = saved({ fields: { city: 'Orlando', state: 'Florida' } }, '2026-03-02');
  await draft.catchUp();
  expect(draft.answers()).toMatchObject({ city: 'Tampa', state: '' });
  vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 5_001);
  const replaced = vi.fn();
  draft.onReplaced(replaced);
  await draft.catchUp();
  expect(draft.answers()).toMatchObject({ city: 'Orlando', state: 'Florida' });
  expect(replaced).toHaveBeenCalled();
  expect(draft.state().contested).toEqual({});
});

test('what another device saved while this one could not is not written over', async () => {
  const draft = await open();
  down();
  type(draft, { city: 'Tampa' });
  await draft.flush();
  expect(draft.state().saving).toBe('unsaved');
  savedDraft.now = saved({ fields: { state: 'Florida' } }, '2026-03-02');
  server.resetHandlers();
  await draft.flush();
  expect(savedDraft.now.fields).toEqual({ city: 'Tampa', state: 'Florida' });
});

const later = (ms: number) => vi.spyOn(Date, 'now').mockReturnValue(Date.now() + ms);

test('what another device saved while this page stood still is not written over', async () => {
  savedDraft.now = saved({ fields: { city: 'Tampa' } }, '2026-03-01');
  const draft = await open();
  savedDraft.now = saved({ fields: { city: 'Tampa', state: 'Florida' } }, '2026-03-02');
  later(30_000);
  type(draft, { school_district: 'Lake' });
  await draft.flush();
  expect(savedDraft.now.fields).toEqual({
    city: 'Tampa',
    state: 'Florida',
    school_district: 'Lake',
  });
});

test('a save that overtakes the reading on coming back reads for itself', async () => {
  const draft = await open();
  savedDraft.now = saved({ fields: { state: 'Florida' } }, '2026-03-02');
  later(5_001);
  let release: () => void = () => undefined;
  server.use(
    http.get(
      '/api/applications/draft',
      async () => {
        await new Promise<void>((resolve) => (release = resolve));
        return HttpResponse.json(saved());
      },
      { once: true },
    ),
  );
  const coming = draft.catchUp();
  type(draft, { city: 'Tampa' });
  await draft.flush();
  release();
  await coming;
  expect(savedDraft.now.fields).toEqual({ state: 'Florida', city: 'Tampa' });
});

test('where the reading on coming back fails, the next save reads first', async () => {
  const draft = await open();
  savedDraft.now = saved({ fields: { state: 'Florida' } }, '2026-03-02');
  later(5_001);
  server.use(http.get('/api/applications/draft', () => HttpResponse.error(), { once: true }));
  await draft.catchUp();
  type(draft, { city: 'Tampa' });
  await draft.flush();
  expect(savedDraft.now.fields).toEqual({ state: 'Florida', city: 'Tampa' });
});

test('a saved photo belongs to the form before it is looked up', async () => {
  savedDraft.now = saved({ fields: { headshot_id: 'photo-1' } }, '2026-03-01');
  let answer: () => void = () => undefined;
  server.use(
    http.get('/api/headshots', async () => {
      await new Promise<void>((resolve) => (answer = resolve));
      return HttpResponse.json({ items: [] });
    }),
  );
  const draft = await open();
  expect(draft.photo()?.id).toBe('photo-1');
  answer();
});

test('starting over before anything was read deletes what is there, and brings nothing back', async () => {
  savedDraft.now = saved({ fields: { city: 'Tampa' } }, '2026-03-01');
  server.use(http.get('/api/applications/draft', () => HttpResponse.error(), { once: true }));
  const draft = await open();
  expect(draft.state().unread).toBe(true);
  await draft.startOver();
  await draft.flush();
  expect(draft.answers()).toEqual(noAnswers);
  expect(savedDraft.now).toEqual(saved());
  expect(draft.state()).toMatchObject({ unread: false, saving: 'none' });
});

test('the form that opens before the server has answered says so', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  let answer: () => void = () => undefined;
  server.use(
    http.get('/api/applications/draft', async () => {
      await new Promise<void>((resolve) => (answer = resolve));
      return HttpResponse.json(saved({ fields: { city: 'Tampa' } }, '2026-03-01'));
    }),
  );
  const draft = createDraft('ada');
  opened.push(draft);
  const ready = draft.load();
  await vi.advanceTimersByTimeAsync(3_000);
  await ready;
  expect(draft.state().unread).toBe(true);
  vi.useRealTimers();
  answer();
  await vi.waitFor(() => expect(draft.state().unread).toBe(false));
  expect(draft.answers()).toMatchObject({ city: 'Tampa' });
});

test('the other answer of two is there after a reload, until the shown one is kept', async () => {
  savedDraft.now = saved({ fields: { city: 'Tampa' } }, '2026-03-01');
  const first = await open();
  savedDraft.now = saved({ fields: { city: 'Orlando' } }, '2026-03-02');
  later(30_000);
  type(first, { city: 'Miami' });
  await first.flush();
  expect(first.state().contested).toEqual({ city: 'Orlando' });
  kill(first);
  const second = await open();
  expect(second.state().contested).toEqual({ city: 'Orlando' });
  second.keepShown();
  expect(second.state().contested).toEqual({});
  expect(sessionStorage).toHaveLength(0);
});

test('an answer that is too long is named, and the others are saved', async () => {
  const draft = await open();
  type(draft, { city: 'x'.repeat(101), state: 'Florida' });
  expect(draft.state().heldBack).toEqual(['city']);
  await draft.flush();
  expect(savedDraft.now.fields).toEqual({ state: 'Florida' });
  type(draft, { city: 'Tampa' });
  expect(draft.state().heldBack).toEqual([]);
});

test('a photo that was deleted meanwhile holds no other answer back', async () => {
  savedDraft.now = saved({ fields: { headshot_id: 'photo-1' } }, '2026-03-01');
  const draft = await open();
  server.use(
    http.put('/api/applications/draft', async ({ request }) => {
      const { fields } = (await request.clone().json()) as { fields: { headshot_id?: string } };
      return fields.headshot_id === undefined
        ? undefined
        : problem(422, 'validation_failed', 'No.', {
            errors: [{ field: '/fields/headshot_id', code: 'unknown_headshot', detail: 'No.' }],
          });
    }),
  );
  type(draft, { city: 'Tampa' });
  await draft.flush();
  expect(savedDraft.now.fields).toEqual({ city: 'Tampa' });
});

test('a draft that is unchanged is not read into the form again', async () => {
  savedDraft.now = saved({ fields: { city: 'Tampa' } }, '2026-03-01');
  const draft = await open();
  const replaced = vi.fn();
  draft.onReplaced(replaced);
  vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 5_001);
  await draft.catchUp();
  expect(replaced).not.toHaveBeenCalled();
});

test('who leaves while an older save is under way sends the newest', async () => {
  const draft = await open();
  const bodies: unknown[] = [];
  let answerFirst: () => void = () => undefined;
  server.use(
    http.put('/api/applications/draft', async ({ request }) => {
      bodies.push(((await request.json()) as { fields: unknown }).fields);
      if (bodies.length === 1) await new Promise<void>((resolve) => (answerFirst = resolve));
      return HttpResponse.json(saved({}, '2026-03-01'));
    }),
  );
  type(draft, { city: 'Tam' });
  draft.leave();
  await vi.waitFor(() => expect(bodies).toHaveLength(1));
  type(draft, { city: 'Tampa' });
  draft.leave();
  await vi.waitFor(() => expect(draft.state().saving).toBe('saved'));
  answerFirst();
  expect(bodies).toEqual([{ city: 'Tam' }, { city: 'Tampa' }]);
  expect(draft.answers()).toMatchObject({ city: 'Tampa' });
});

/** What the server is asked until the tab is gone. */
function asked(): string[] {
  const methods: string[] = [];
  server.events.on('request:start', ({ request: { method } }) => void methods.push(method));
  return methods;
}

test('who leaves after a quiet time has saved without reading first', async () => {
  const draft = await open();
  later(30_000);
  type(draft, { city: 'Tampa' });
  const methods = asked();
  draft.leave();
  await vi.waitFor(() => expect(savedDraft.now.fields).toEqual({ city: 'Tampa' }));
  expect(methods).toEqual(['PUT']);
});

test('who leaves while a save still reads has saved, too', async () => {
  const draft = await open();
  server.use(http.get('/api/applications/draft', () => new Promise<never>(() => undefined)));
  later(30_000);
  type(draft, { city: 'Tampa' });
  const methods = asked();
  void draft.flush();
  await vi.waitFor(() => expect(methods).toEqual(['GET']));
  draft.leave();
  await vi.waitFor(() => expect(savedDraft.now.fields).toEqual({ city: 'Tampa' }));
  expect(methods).toEqual(['GET', 'PUT']);
});

test('who leaves after a failed save writes nothing over that another device saved meanwhile', async () => {
  const draft = await open();
  server.use(http.put('/api/applications/draft', () => HttpResponse.error(), { once: true }));
  type(draft, { city: 'Tampa' });
  await draft.flush();
  savedDraft.now = saved({ fields: { city: 'Miami' } }, '2026-03-02');
  const methods = asked();
  draft.leave();
  await vi.waitFor(() => expect(draft.state().contested).toEqual({ city: 'Miami' }));
  expect(methods[0]).toBe('GET');
});

test('who leaves before anything was read writes nothing over', async () => {
  savedDraft.now = saved({ fields: { state: 'Florida' } }, '2026-03-01');
  server.use(http.get('/api/applications/draft', () => HttpResponse.error(), { once: true }));
  const draft = await open();
  type(draft, { city: 'Tampa' });
  draft.leave();
  await vi.waitFor(() => expect(draft.state().saving).toBe('saved'));
  expect(savedDraft.now.fields).toEqual({ city: 'Tampa', state: 'Florida' });
});

test('a page of a filter that answers in place of the server saves nothing', async () => {
  const draft = await open();
  server.use(http.put('/api/applications/draft', () => HttpResponse.html('<h1>Blocked</h1>')));
  type(draft, { city: 'Tampa' });
  await draft.flush();
  expect(draft.state().saving).toBe('unsaved');
  expect(draft.isAtRisk()).toBe(true);
});
