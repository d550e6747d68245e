/** Whether the password, or what counts as much, was used in this session shortly ago. */
import { listSessions } from '../../api/own-sessions';
import { sessionBoard } from '../../session/session-board';

/** As many as the server lists at once. */
const MOST = 100;
/** Half of the server's ten minutes: the way to a provider and back takes its time. */
const FRESH_MS = 5 * 60_000;
/**
 * Neither the code of a mail nor the word of a provider counts. The server lets them for accounts without a password and
 * factors, but nothing tells the page that it is one.
 */
const COUNTS: readonly string[] = ['password', 'totp', 'passkey', 'recovery_code'];

export async function isFresh(): Promise<boolean> {
  const { items } = await listSessions(MOST);
  const state = sessionBoard.current();
  const offset = state.status === 'signed-in' ? state.session.clockOffset : 0;
  const since = Date.now() + offset - FRESH_MS;
  const proofs = items.find(({ current }) => current)?.amr ?? [];
  return proofs.some(({ method, at }) => COUNTS.includes(method) && Date.parse(at) > since);
}
