import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { changeRequest, detail, headshot } from '../../../../test/api/mock-api';
import { asksBeforeClosing } from '../../../../test/browser/tab';
import type { ApplicationDetail, ChangeRequest } from '../../../api/applications';
import { signOut } from '../../../session/session-actions';
import { sessionState, type StoredSession } from '../../../session/session-state';
import { changedNames, dropEdit, hasUnsentChanges, openEdit, sentOf } from './edited-answers';

const { store } = vi.hoisted(() => ({ store: { signOut: vi.fn(async () => undefined) } }));
vi.mock('../../../session/browser-session', () => ({ sessionStore: store }));
vi.mock('../../../api/headshots', () => ({ listHeadshots: vi.fn(async () => []) }));

const sent = (more: Partial<ApplicationDetail> = {}, request: Partial<ChangeRequest> = {}) =>
  sentOf(
    detail({
      city: 'Tampa',
      headshot_id: headshot().id,
      headshot_url: headshot().headshot_url,
      ...more,
    }),
    changeRequest({ fields: ['city', 'subjects_taught', 'headshot_id'], ...request }),
  );
const sessionOf = (id: string): StoredSession => ({
  accessToken: `of ${id}`,
  refreshToken: 'refresh',
  expiresAt: 0,
  clockOffset: 0,
  user: { id, email: `${id}@school.example` },
});
const open = (...given: Parameters<typeof sent>) => openEdit('ada', sent(...given));

/** Forgets what the page has in memory, as a reload does. */
async function reload(): Promise<void> {
  const stored = { ...sessionStorage };
  dropEdit();
  for (const [key, value] of Object.entries(stored)) sessionStorage.setItem(key, value as string);
}

beforeEach(() => sessionStorage.clear());
afterEach(() => {
  vi.restoreAllMocks();
  dropEdit();
});

test('only requested answers that differ from those sent are changes', () => {
  const edit = open();
  edit.change({ ...edit.answers(), city: 'Miami', phone: '1' });
  expect(edit.changes()).toEqual({ city: 'Miami' });
  expect(edit.answers()).toMatchObject({ city: 'Miami', phone: detail().phone });
  edit.change({ ...edit.answers(), city: 'Tampa' });
  expect([edit.changes(), hasUnsentChanges(), sessionStorage.length]).toEqual([{}, false, 0]);
});

test('changes, a new photo and a typed subject survive a reload, for what the same request asks', async () => {
  const edit = open();
  edit.change({ ...edit.answers(), city: 'Miami' });
  edit.keepPhoto({ id: 'new', name: 'me.jpg', bytes: 1, file: null, url: null });
  edit.typeSubject('Math');
  const changes = { city: 'Miami', headshot_id: 'new' };
  await reload();
  expect([open().changes(), open().subject()]).toEqual([changes, 'Math']);
  await reload();
  expect(open({}, { fields: ['city'] }).changes()).toEqual({ city: 'Miami' });
  await reload();
  const next = open({}, { id: 'request-2' });
  expect([next.changes(), next.subject()]).toEqual([{}, '']);
});

test('changes are not shown to another user', () => {
  const edit = open();
  edit.change({ ...edit.answers(), city: 'Miami' });
  expect(openEdit('grace', sent()).answers().city).toBe('Tampa');
});

test('the sign-in of another user drops the changes', () => {
  const signIn = (id: string) =>
    sessionState.set({ status: 'signed-in', session: sessionOf(id), profile: null, roles: [] });
  signIn('ada');
  const edit = open();
  edit.change({ ...edit.answers(), city: 'Miami' });
  signIn('grace');
  expect([hasUnsentChanges(), sessionStorage.length]).toEqual([false, 0]);
  sessionState.set({ status: 'signed-out' });
});

test('changes stay when the application has another version or request', () => {
  const edit = open();
  edit.change({ ...edit.answers(), city: 'Miami' });
  edit.rebase(sent({ city: 'Orlando', state: 'Ohio' }, { id: 'request-2' }));
  expect(edit.answers()).toMatchObject({ city: 'Miami', state: 'Ohio' });
  edit.rebase(sent({ city: 'Miami' }));
  expect(edit.changes()).toEqual({});
});

test('input of a field that another request does not ask for is not unsent', () => {
  const edit = openEdit('ada', sent({}, { fields: ['subjects_taught', 'headshot_id'] }));
  edit.typeSubject('Mat');
  edit.keepPending({ file: new File(['x'], 'me.jpg'), key: 'key', message: 'No.', again: false });
  expect(hasUnsentChanges()).toBe(true);
  edit.rebase(sent({}, { id: 'request-2', fields: ['city'] }));
  expect([hasUnsentChanges(), asksBeforeClosing(), sessionStorage.length]).toEqual([
    false,
    false,
    0,
  ]);
});

test('a removed photo and a new one are changes, and the sent photo again is none', () => {
  const edit = open();
  const own = edit.photo();
  expect(own).toMatchObject({ id: headshot().id, url: headshot().headshot_url });
  edit.keepPhoto(null);
  expect(edit.changes()).toEqual({ headshot_id: '' });
  edit.keepPhoto({ id: 'new', name: 'me.jpg', bytes: 1, file: null, url: null });
  expect(changedNames(edit.changes())).toEqual(['headshot_id']);
  edit.keepPhoto(own);
  expect(edit.changes()).toEqual({});
});

test('signing out asks if there are unsent changes, and keeps them if the user declines', async () => {
  const edit = open();
  const ask = vi.spyOn(window, 'confirm').mockReturnValue(false);
  await signOut();
  expect([ask.mock.calls.length, store.signOut.mock.calls.length]).toEqual([0, 1]);
  edit.change({ ...edit.answers(), city: 'Miami' });
  await signOut();
  expect([ask.mock.calls.length, store.signOut.mock.calls.length]).toEqual([1, 1]);
  expect(edit.changes()).toEqual({ city: 'Miami' });
});

test('closing the tab asks only if changes would be lost', () => {
  const edit = open();
  edit.change({ ...edit.answers(), city: 'Miami' });
  expect(asksBeforeClosing()).toBe(false);
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });
  edit.change({ ...edit.answers(), city: 'Orlando' });
  expect(asksBeforeClosing()).toBe(true);
  dropEdit();
  expect(asksBeforeClosing()).toBe(false);
});
