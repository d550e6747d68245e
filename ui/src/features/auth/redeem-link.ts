/** Uses the token of a mail's link, and announces the right to choose a password where the link gives one. */
import { redeemLink } from '../../api/accounts';
import { sessionBoard } from '../../session/session-board';

/** The bearer token for the new password, good for `expires_in` seconds; null where the link gives none. */
export async function redeemForGrant(token: string): Promise<string | null> {
  const result = await redeemLink(token);
  if (!('recovery_token' in result) || result.recovery_token === undefined) return null;
  const { recovery_token: recoveryToken, expires_in: expiresIn } = result;
  sessionBoard.announce({ type: 'PASSWORD_RECOVERY', recoveryToken, expiresIn: expiresIn ?? 0 });
  return recoveryToken;
}
