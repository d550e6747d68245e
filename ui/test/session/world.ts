// One server and one local storage for several tabs of the session store.
import { vi } from 'vitest';
import { ApiProblem } from '../../src/api/errors';
import type { SessionView } from '../../src/api/sessions';
import type { CurrentUser } from '../../src/api/users';
import type { StoredSession } from '../../src/session/session-state';
import { createSessionBoard } from '../../src/session/session-board';
import { createSessionStore } from '../../src/session/session-store';
import type { SessionWorld } from '../../src/session/session-world';
import type { TabMessage } from '../../src/session/tab-channel';

export const SERVER_AHEAD = 60_000;
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
  new ApiProblem({ kind: 'network' }, 'We could not reach the server.', 'network');
export const refused = () =>
  new ApiProblem({ kind: 'invalid-token' }, 'Ended.', 'session_revoked', 401);

/** Only `pass` and waits move the default clock. A wait ends at once. */
export function world(clock?: Pick<SessionWorld, 'now' | 'sleep'>) {
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
      expires_at: new Date(read() + SERVER_AHEAD + 900_000).toISOString(),
      user: {
        ...user,
        first_name: 'Ada',
        last_name: 'Lovelace',
        roles: ['admin'],
        email_verified: true,
      },
    };
  };
  const api = {
    createSession: vi.fn(async () => view()),
    createSessionByCode: vi.fn(async () => view()),
    createSessionByFactor: vi.fn(async (_answer: unknown) => view()),
    createSessionByPasskey: vi.fn(async (_credential: unknown) => view()),
    createSessionByPkce: vi.fn(async () => view()),
    createSessionByWallet: vi.fn(async () => view()),
    refreshSession: vi.fn(async (_token: string) => view()),
    endSessions: vi.fn(async (_token: string, _scope: 'global' | 'local') => undefined),
    getCurrentUser: vi.fn(async () => profile),
  };
  const tabs = new Set<(message: TabMessage) => void>();
  const outside: SessionWorld = {
    api,
    storage: {
      read: () => stored,
      write: (session) => {
        stored = session;
        return true;
      },
      hold: (session) => void (stored = session),
      clear: () => void (stored = null),
      onChange: () => () => undefined,
    },
    tabs: { tell: () => undefined, onMessage: () => undefined },
    now: read,
    sleep,
    exclusively: (act) => {
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
    tab: () => {
      const hear = (message: TabMessage) => here.hear(message);
      const others = () => [...tabs].filter((each) => each !== hear);
      const tell = (message: TabMessage) => others().forEach((other) => other(message));
      tabs.add(hear);
      const own = { tabs: { ...outside.tabs, tell } };
      const here = createSessionStore(
        Object.assign(Object.create(outside) as SessionWorld, own),
        createSessionBoard(),
      );
      return here;
    },
    pass: (ms: number) => void (now += ms),
    stored: () => stored,
    outside,
  };
}

/** Waits until pending promises are settled. */
export const settled = async () => {
  for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
};
