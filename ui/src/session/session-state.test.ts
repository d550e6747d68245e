// @vitest-environment node
import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import { expect, test } from 'vitest';
import { profile } from '../../test/session/fake-session';
import {
  createSessionState,
  type CurrentUser,
  eventBetween,
  type SessionEvent,
  type SessionState,
  sessionState,
  type StoredSession,
  useSession,
} from './session-state';

const sessionOf = (id: string, accessToken = 'access-1'): StoredSession => ({
  accessToken,
  refreshToken: 'r',
  expiresAt: 0,
  clockOffset: 0,
  user: { id, email: `${id}@example.com` },
});
const signedIn = (session: StoredSession, known: CurrentUser | null = profile): SessionState => ({
  status: 'signed-in',
  session,
  profile: known,
  roles: known?.roles ?? 'unknown',
});

const loading: SessionState = { status: 'loading' };
const visitor: SessionState = { status: 'signed-out' };
const ada = sessionOf('ada');
const refreshed = sessionOf('ada', 'access-2');
const grace = sessionOf('grace');
const member: CurrentUser = { ...profile, roles: ['member'] };

test.each<[string, SessionState, SessionState, SessionEvent | null]>([
  ['a visitor opens a page', loading, visitor, { type: 'INITIAL_SESSION', session: null }],
  ['a user opens a page', loading, signedIn(ada), { type: 'INITIAL_SESSION', session: ada }],
  ['a user signs in', visitor, signedIn(ada), { type: 'SIGNED_IN', session: ada }],
  ['another user signs in', signedIn(ada), signedIn(grace), { type: 'SIGNED_IN', session: grace }],
  [
    'the token is refreshed',
    signedIn(ada),
    signedIn(refreshed),
    { type: 'TOKEN_REFRESHED', session: refreshed },
  ],
  ['the first profile arrives', signedIn(ada, null), signedIn(ada), null],
  ['the same profile arrives', signedIn(ada), signedIn(ada, { ...profile }), null],
  [
    'another profile arrives',
    signedIn(ada),
    signedIn(ada, member),
    { type: 'USER_UPDATED', session: ada, user: member },
  ],
  ['the profile is missing', signedIn(ada), signedIn(ada, null), null],
  ['the state is loaded again', signedIn(ada), loading, null],
  ['a session ends', signedIn(ada), visitor, { type: 'SIGNED_OUT', asked: false }],
  [
    'the user signs out',
    signedIn(ada),
    { status: 'signed-out', asked: true },
    { type: 'SIGNED_OUT', asked: true },
  ],
  ['a visitor signs out', visitor, { status: 'signed-out', asked: true }, null],
])('the event when %s', (_, before, after, event) => {
  expect(eventBetween(before, after)).toEqual(event);
});

test('a listener gets INITIAL_SESSION first, even if it is late, until it unsubscribes', () => {
  const state = createSessionState();
  const [early, late, changes]: [SessionEvent[], SessionEvent[], SessionState[]] = [[], [], []];
  state.subscribe((event) => void early.push(event));
  const stopWatching = state.watch(() => void changes.push(state.current()));
  expect(early).toEqual([]);
  state.set(signedIn(ada));
  const stop = state.subscribe((event) => void late.push(event));
  const initial = { type: 'INITIAL_SESSION', session: ada };
  expect([early, late]).toEqual([[initial], [initial]]);
  stop();
  stopWatching();
  state.set(visitor);
  expect(early).toEqual([initial, { type: 'SIGNED_OUT', asked: false }]);
  expect(late).toEqual([initial]);
  expect(changes).toEqual([signedIn(ada)]);
});

test('PASSWORD_RECOVERY does not change the state', () => {
  const state = createSessionState();
  state.set(visitor);
  const events: SessionEvent[] = [];
  state.subscribe((event) => void events.push(event));
  const recovery = { type: 'PASSWORD_RECOVERY', recoveryToken: 'once', expiresIn: 600 } as const;
  state.announce(recovery);
  expect(events.slice(1)).toEqual([recovery]);
  expect(state.current()).toEqual(visitor);
});

test('in prerendered HTML the session is loading', () => {
  sessionState.set(visitor);
  const Status = () => useSession().status;
  expect(renderToString(createElement(Status))).toBe('loading');
});
