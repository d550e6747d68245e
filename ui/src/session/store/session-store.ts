/**
 * The one place that changes the session: signing in and out, restoring, refreshing, following other tabs.
 * browser-session.ts creates the store of this tab.
 */
import { isTokenRefused } from '../../api/errors';
import type { PkceProof, WalletProof } from '../../api/identities';
import type { Credential, FactorRequired, FactorSignInRequest, SessionView } from '../../api/sessions';
import type { WalletName } from '../../lib/wallets';
import { dueAtReading, dueAtTick, remaining } from './refresh-scheduler';
import { keep, received, refreshStored } from './session-refresh';
import type { SessionStateHolder, StoredSession } from '../session-state';
import type { SessionDeps } from './session-deps';
import type { TabMessage } from './tab-channel';

export type SessionStore = ReturnType<typeof createSessionStore>;

/** How long a sign-in waits for the sign-out before it, which would end the new session too if it came after it. */
const SIGN_OUT_PATIENCE_MS = 5_000;
/** Local storage and the channel of the tabs are not ordered: this long after the one, the other has arrived. */
const TOLD_MS = 300;

export function createSessionStore(deps: SessionDeps, sessionState: SessionStateHolder) {
  const { current, set } = sessionState;
  let refreshing: Promise<StoredSession | null> | null = null;
  let reading: Promise<void> | null = null;
  /** The last sign-out, until the server knows of it. */
  let signingOut: Promise<void> = Promise.resolve();
  /** How often somebody pressed Sign Out, here or in another tab. */
  let signOuts = 0;

  /** One reading of profile and roles at a time. */
  const readProfile = (): Promise<void> => {
    if (reading !== null) return reading;
    const mine: Promise<void> = deps.api
      .getCurrentUser()
      .catch((cause: unknown) => {
        deps.log('The profile and roles could not be loaded.', cause);
        return null;
      })
      .then((result) => {
        // Somebody may have signed out, or in, while the answer was under way.
        if (reading !== mine) return;
        reading = null;
        const state = current();
        if (state.status !== 'signed-in') return;
        // A later reading that fails leaves standing what is known.
        const known = result ?? state.profile;
        set({ ...state, profile: known, roles: known?.roles ?? 'unknown' });
      });
    reading = mine;
    return mine;
  };

  /** A new person starts without profile, with roles still loading. */
  const begin = (session: StoredSession) => {
    reading = null;
    set({ status: 'signed-in', session, profile: null, roles: 'loading' });
    void readProfile();
  };

  /** Takes a session into memory. With another token the profile is read again: roles may have changed since. */
  const adopt = (session: StoredSession) => {
    const state = current();
    if (state.status !== 'signed-in' || state.session.user.id !== session.user.id) {
      begin(session);
      return;
    }
    set({ ...state, session });
    if (state.session.accessToken !== session.accessToken) void readProfile();
  };

  /** Forgets the session. Returns the one there was. */
  const forget = (asked: boolean): StoredSession | null => {
    const state = current();
    const stored = deps.storage.read();
    deps.storage.clear();
    reading = null;
    if (asked) signOuts += 1;
    if (state.status !== 'signed-out') set({ status: 'signed-out', asked });
    if (state.status !== 'signed-in') return null;
    // Another tab may have refreshed it since: the server would take the older token for a stolen one.
    return stored?.user.id === state.session.user.id ? stored : state.session;
  };

  const forgetAndTell = (asked: boolean): StoredSession | null => {
    const ended = forget(asked);
    if (ended !== null) {
      const { id, refreshToken } = ended;
      deps.tabs.tell({ type: 'ended', asked, refreshToken, id });
    }
    return ended;
  };

  /** The session is gone or refused. Whether somebody pressed Sign Out is told by their tab, at about the same time. */
  const lose = async (had: StoredSession) => {
    await deps.sleep(TOLD_MS);
    const stored = deps.storage.read();
    if (stored !== null && stored.refreshToken !== had.refreshToken) adopt(stored);
    else forgetAndTell(false);
  };

  const refreshOnce = async (): Promise<StoredSession | null> => {
    const state = current();
    if (state.status !== 'signed-in') return null;
    const { session: had } = state;
    const before = signOuts;
    // What was found is acted on before the lock is let go: afterwards another tab may have gone on.
    return deps.exclusively(async (waited) => {
      const signedOutSince = () => signOuts !== before;
      const found = await refreshStored(deps, had, { waited, signedOutSince });
      if (found === null) {
        await lose(had);
        return null;
      }
      adopt(found);
      return found;
    });
  };

  /** One refresh in flight: whoever asks meanwhile gets the same answer. */
  const refresh = (): Promise<StoredSession | null> => {
    refreshing ??= refreshOnce().finally(() => {
      refreshing = null;
    });
    return refreshing;
  };

  /** The access token to send, refreshed first where it runs out within the margin. */
  const accessToken = async (): Promise<string | undefined> => {
    const state = current();
    if (state.status !== 'signed-in') return undefined;
    const { session } = state;
    if (!dueAtReading(session, deps.now())) return session.accessToken;
    try {
      return (await refresh())?.accessToken;
    } catch (cause) {
      if (remaining(session, deps.now()) > 0) return session.accessToken;
      throw cause;
    }
  };

  /** The server refused this token: true when there is another one to try, renewed meanwhile or now. */
  const recover = async (refused: string | undefined): Promise<boolean> => {
    const state = current();
    if (state.status !== 'signed-in') return false;
    if (state.session.accessToken !== refused) return true;
    return (await refresh()) !== null;
  };

  /** Refreshes in the background; a lasting outage is no end, the next tick tries again. */
  const refreshQuietly = async () => {
    try {
      await refresh();
    } catch (cause) {
      deps.log('The refresh will be tried again.', cause);
    }
  };

  /** What is stored counts at once, whatever its token: out of reach is not signed out. */
  const restore = async () => {
    const stored = deps.storage.read();
    if (stored === null) {
      set({ status: 'signed-out' });
      return;
    }
    adopt(stored);
    if (dueAtReading(stored, deps.now())) await refreshQuietly();
    await reading;
  };

  /** Resolves to what a second step needs where the account asks for one; nobody is signed in then. */
  const enter = async (
    open: () => Promise<SessionView | FactorRequired>,
  ): Promise<FactorRequired | null> => {
    await Promise.race([signingOut, deps.sleep(SIGN_OUT_PATIENCE_MS)]);
    const answer = await open();
    if ('challenge_token' in answer) return answer;
    const session = received(deps, answer);
    keep(deps, session);
    begin(session);
    return null;
  };

  const signIn = (email: string, password: string) =>
    enter(() => deps.api.createSession(email, password));

  /**
   * After a change of the own names or address. The session holds them too, and is renewed with them: every tab then has
   * another token, and reads the profile again.
   */
  const profileChanged = async (): Promise<void> => {
    try {
      await refresh();
    } catch (cause) {
      deps.log('The session could not be renewed after a change of the profile.', cause);
      await readProfile();
    }
  };

  /** With the code of a mail. */
  const signInByCode = (email: string, code: string) =>
    enter(() => deps.api.createSessionByCode(email, code));

  /** The second step, with what the first resolved to. */
  const signInByFactor = (answer: FactorSignInRequest) =>
    enter(() => deps.api.createSessionByFactor(answer));

  const signInByPasskey = (credential: Credential) =>
    enter(() => deps.api.createSessionByPasskey(credential));

  /** With the code that a provider's page led to. */
  const signInByProvider = (proof: PkceProof) => enter(() => deps.api.createSessionByPkce(proof));

  const signInByWallet = (chain: WalletName, proof: WalletProof) =>
    enter(() => deps.api.createSessionByWallet(chain, proof));

  /** With the token in hand while it is good. A refused one is renewed, because its refresh token may still be good. */
  const endOnServer = async (session: StoredSession): Promise<void> => {
    if (remaining(session, deps.now()) > 0) {
      try {
        await deps.api.endSessions(session.accessToken, 'global');
        return;
      } catch (cause) {
        if (!isTokenRefused(cause)) throw cause;
      }
    }
    const renewed = await deps.api.refreshSession(session.refreshToken);
    await deps.api.endSessions(renewed.access_token, 'global');
  };

  /** Ends all sessions of this person. The browser forgets its own at once, whatever the server says then. */
  const signOut = async (): Promise<void> => {
    const ended = forgetAndTell(true);
    if (ended === null) return;
    signingOut = endOnServer(ended).catch((cause: unknown) =>
      deps.log('The server could not be told of the sign-out.', cause),
    );
    await signingOut;
  };

  /** Like signOut where the server has ended every session already, with the account. */
  const leave = () => void forgetAndTell(true);

  const tick = async () => {
    const state = current();
    if (state.status !== 'signed-in') return;
    if (dueAtTick(state.session, deps.now())) await refreshQuietly();
    else if (state.profile === null) void readProfile();
    await reading;
  };

  /** Another tab has written or removed the session. */
  const followOtherTabs = async () => {
    const stored = deps.storage.read();
    const state = current();
    if (stored !== null) adopt(stored);
    else if (state.status === 'signed-in') await lose(state.session);
  };

  /** Late news may be of a session before this one: somebody has signed in since. */
  const hearOfEnd = ({ asked, id, refreshToken }: Extract<TabMessage, { type: 'ended' }>) => {
    const state = current();
    if (state.status !== 'signed-in') return;
    const isNamed = (session: StoredSession) => id !== undefined && session.id !== undefined;
    const stored = deps.storage.read();
    if (stored === null) {
      if (!isNamed(state.session) || state.session.id === id) forget(asked);
      return;
    }
    const isOver = isNamed(stored) ? stored.id === id : stored.refreshToken === refreshToken;
    if (isOver) forget(asked);
    else adopt(stored);
  };

  /** A tab with a later version of this page may tell more than this one knows: that is passed over. */
  const hear = (message: TabMessage) => {
    switch (message.type) {
      case 'held':
        deps.storage.hold(message.session);
        adopt(message.session);
        break;
      case 'ended':
        hearOfEnd(message);
    }
  };

  /** The page comes back from the browser's cache, where it has missed what other tabs told. */
  const comeBack = async () => {
    // The safer of the two: what was typed here is not for whoever sits here now.
    if (deps.storage.read() === null) forget(true);
    await followOtherTabs();
    await tick();
  };

  return {
    current,
    subscribe: sessionState.subscribe,
    signIn,
    signInByCode,
    signInByFactor,
    signInByPasskey,
    signInByProvider,
    signInByWallet,
    signOut,
    leave,
    restore,
    refresh,
    readProfile,
    profileChanged,
    accessToken,
    recover,
    tick,
    followOtherTabs,
    hear,
    comeBack,
  };
}
