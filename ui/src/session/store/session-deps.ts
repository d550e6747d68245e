/** Dependencies of the session store, and their implementation in the browser. */
import type { PkceProof, WalletProof } from '../../api/identities';
import {
  createSession,
  createSessionByCode,
  createSessionByFactor,
  createSessionByPasskey,
  createSessionByPkce,
  createSessionByWallet,
  endSessions,
  type Credential,
  type FactorRequired,
  type FactorSignInRequest,
  refreshSession,
  type SessionView,
} from '../../api/sessions';
import { getCurrentUser, type CurrentUser } from '../../api/users';
import type { WalletName } from '../../lib/wallets';
import { browserSessionStorage, type SessionStorage } from './session-storage';
import { browserTabChannel, type TabChannel } from './tab-channel';

/** The clock, the server, the storage and the other tabs; tests replace them. */
export type SessionDeps = {
  api: {
    createSession(email: string, password: string): Promise<SessionView | FactorRequired>;
    createSessionByCode(email: string, code: string): Promise<SessionView | FactorRequired>;
    createSessionByFactor(answer: FactorSignInRequest): Promise<SessionView>;
    createSessionByPasskey(credential: Credential): Promise<SessionView>;
    createSessionByPkce(proof: PkceProof): Promise<SessionView | FactorRequired>;
    createSessionByWallet(
      chain: WalletName,
      proof: WalletProof,
    ): Promise<SessionView | FactorRequired>;
    refreshSession(refreshToken: string): Promise<SessionView>;
    /** Ends the session of this access token, or every session of its user. */
    endSessions(accessToken: string, scope: 'global' | 'local'): Promise<void>;
    getCurrentUser(): Promise<CurrentUser>;
  };
  storage: SessionStorage;
  tabs: TabChannel;
  now(): number;
  sleep(ms: number): Promise<void>;
  /**
   * Runs one holder at a time, across tabs where the browser can do that, and tells it whether it had to wait. A holder
   * that does not come to an end, as in a frozen tab, is not waited for.
   */
  exclusively<T>(act: (waited: boolean) => Promise<T>): Promise<T>;
  log(message: string, cause: unknown): void;
};

const LOCK = 'educators-forum.refresh';
const LOCK_PATIENCE_MS = 10_000;

/** Locks need https or localhost, and may be refused; without them go ahead, the server answers repeats alike for 10 s. */
async function exclusively<T>(act: (waited: boolean) => Promise<T>): Promise<T> {
  let begun = false;
  let waited = false;
  const run = () => {
    begun = true;
    return act(waited);
  };
  try {
    const { locks } = navigator;
    const atOnce = await locks.request(LOCK, { ifAvailable: true }, async (lock) =>
      lock === null ? null : { value: await run() },
    );
    if (atOnce !== null) return atOnce.value;
    waited = true;
    return await locks.request(LOCK, { signal: AbortSignal.timeout(LOCK_PATIENCE_MS) }, run);
  } catch (cause) {
    if (begun) throw cause;
    return act(waited);
  }
}

export const browserDeps: SessionDeps = {
  api: {
    createSession,
    createSessionByCode,
    createSessionByFactor,
    createSessionByPasskey,
    createSessionByPkce,
    createSessionByWallet,
    refreshSession,
    endSessions,
    getCurrentUser,
  },
  storage: browserSessionStorage(),
  tabs: browserTabChannel(),
  now: () => Date.now(),
  sleep: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
  exclusively,
  log: (message, cause) => console.warn(message, cause),
};
