/** Runs actions that require a recent authentication, and asks for the password if the authentication is too old. */
import { useState } from 'react';
import { codeOf } from '../../api/errors';
import { listSessions } from '../../api/sessions';
import { sessionState } from '../../session/session-state';

/** The server's page size limit. */
const MAX_SESSIONS = 100;
/** Half of the server's ten minutes, because the redirect to a provider takes time. */
const RECENT_MS = 5 * 60_000;
/**
 * The server accepts mailed codes and provider sign-ins only for accounts without a password or a second factor. The page
 * does not know whether the account has either.
 */
const REAUTHENTICATING_METHODS: readonly string[] = [
  'password',
  'totp',
  'passkey',
  'recovery_code',
];

async function hasRecentlyAuthenticated(): Promise<boolean> {
  const { items } = await listSessions(MAX_SESSIONS);
  const state = sessionState.current();
  const offset = state.status === 'signed-in' ? state.session.clockOffset : 0;
  const since = Date.now() + offset - RECENT_MS;
  const proofs = items.find(({ current }) => current)?.amr ?? [];
  return proofs.some(
    ({ method, at }) => REAUTHENTICATING_METHODS.includes(method) && Date.parse(at) > since,
  );
}

export function useReauthentication() {
  const [pendingAct, setPendingAct] = useState<(() => Promise<void>) | null>(null);

  const attempt = async (act: () => Promise<void>): Promise<void> => {
    try {
      await act();
    } catch (cause) {
      if (codeOf(cause) !== 'reauthentication_required') throw cause;
      setPendingAct(() => act);
    }
  };

  /** For an action that leaves the page or uses a wallet, because a refusal from the server would come too late. */
  const attemptOnceRecent = async (act: () => Promise<void>): Promise<void> => {
    if (await hasRecentlyAuthenticated()) await attempt(act);
    else setPendingAct(() => act);
  };

  return { pendingAct, attempt, attemptOnceRecent, settle: () => setPendingAct(null) };
}
