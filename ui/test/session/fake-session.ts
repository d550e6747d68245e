// A session store with one server and one local storage, which several tabs share.
import { vi } from 'vitest';
import { ApiProblem } from '../../src/api/errors';
import type { SessionView } from '../../src/api/sessions';
import type { CurrentUser } from '../../src/api/users';
import { createSessionState, type StoredSession } from '../../src/session/session-state';
import type { SessionDeps, TabMessage } from '../../src/session/session-deps';
import { createSessionStore, type SessionStore } from '../../src/session/session-store';

const user = { id: 'ada', email: 'ada@example.com' };
export const profile: CurrentUser = {
  ...user,
  email_verified: true,
  first_name: 'Ada',
  last_name: 'Lovelace',
  roles: ['applicant'],
  created_at: '2026-01-01T00:00:00Z',
  second_factor_required: false,
};

export const network = () =>
  new ApiProblem({ kind: 'network' }, 'We couldn’t reach the server.', 'network');
export const refused = () =>
  new ApiProblem({ kind: 'invalid-token' }, 'Ended.', 'session_revoked', 401);

/** `pass` moves the default clock, and a sleep advances it immediately. The server's clock is 60 s ahead. */
export function fakeSession(clock?: Pick<SessionDeps, 'now' | 'sleep'>) {
  let now = Date.parse('2026-01-01T12:00:00Z');
  const { now: read, sleep } = clock ?? {
    now: () => now,
    sleep: async (ms: number) => void (now += ms),
  };
  let stored: StoredSession | null = null;
  let issued = 0;
  let held: Promise<unknown> = Promise.resolve();
  let holders = 0;
  const view = (): SessionView => {
    issued += 1;
    return {
      access_token: `access-${issued}`,
      refresh_token: `refresh-${issued}`,
      aal: 'aal1',
      amr: [],
      token_type: 'bearer',
      expires_in: 900,
      expires_at: new Date(read() + 60_000 + 900_000).toISOString(),
      user: {
        ...user,
        first_name: 'Ada',
        last_name: 'Lovelace',
        roles: ['admin'],
        email_verified: true,
      },
    };
  };
  const createSession = vi.fn(async () => view());
  const api = {
    refreshSession: vi.fn(async (_token: string) => view()),
    endSessions: vi.fn(async (_token: string, _scope: 'global' | 'local') => undefined),
    getCurrentUser: vi.fn(async () => profile),
  };
  const tabs = new Set<(message: TabMessage) => void>();
  const deps: SessionDeps = {
    api,
    storage: {
      read: () => stored,
      write: (session) => {
        stored = session;
        return true;
      },
      hold: (session) => void (stored = session),
      clear: () => void (stored = null),
      onChange: () => undefined,
    },
    tabs: { send: () => undefined, onMessage: () => undefined },
    now: read,
    sleep,
    withLock: (act) => {
      const waited = holders > 0;
      holders += 1;
      const turn = held.then(() => act(waited)).finally(() => void (holders -= 1));
      held = turn.catch(() => undefined);
      return turn;
    },
    log: vi.fn(),
  };
  return {
    api,
    createSession,
    tab: (): SessionStore => {
      const receive = (message: TabMessage) => store.onTabMessage(message);
      const send = (message: TabMessage) =>
        tabs.forEach((other) => other !== receive && other(message));
      tabs.add(receive);
      const own = { tabs: { ...deps.tabs, send } };
      const store = createSessionStore(
        Object.assign(Object.create(deps) as SessionDeps, own),
        createSessionState(),
      );
      return store;
    },
    pass: (ms: number) => void (now += ms),
    stored: () => stored,
    deps,
  };
}

/** One tab, in which Ada is signed in and her profile is loaded. */
export async function signedIn(clock?: Pick<SessionDeps, 'now' | 'sleep'>) {
  const session = fakeSession(clock);
  const store = session.tab();
  await store.signIn(session.createSession);
  await settled();
  return { ...session, store, signInAgain: () => store.signIn(session.createSession) };
}

/** Two tabs. Ada has signed in in tab `one`. */
export async function twoTabs() {
  const { store: one, ...session } = await signedIn();
  const two = session.tab();
  await two.restore();
  return { ...session, one, two };
}

/** Lets every pending promise settle. */
export const settled = async () => {
  for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
};
