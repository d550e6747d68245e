/** Uses the token of a mail's link, and tells the rest of the site what has changed by it. */
import { redeemLink } from '../../api/accounts';
import { profileChanged } from '../../session/read-profile';
import { sessionBoard } from '../../session/session-board';

export type Redeemed =
  | { readonly is: 'confirmed' }
  /** `grant` is the bearer token for a new password. */
  | { readonly is: 'granted'; readonly grant: string }
  /** One of the two addresses of a change is confirmed; `pending` is the other. */
  | { readonly is: 'half-changed'; readonly pending: 'old' | 'new' }
  | { readonly is: 'changed' };

export async function redeem(token: string): Promise<Redeemed> {
  const result = await redeemLink(token);
  if (result.purpose === 'change_email') {
    if (result.pending !== null) return { is: 'half-changed', pending: result.pending };
    void profileChanged();
    return { is: 'changed' };
  }
  // Every session has ended, perhaps also the one of this browser.
  if (result.purpose === 'restore_email') void profileChanged();
  const { recovery_token: recoveryToken, expires_in: expiresIn } = result;
  if (recoveryToken === undefined) return { is: 'confirmed' };
  sessionBoard.announce({ type: 'PASSWORD_RECOVERY', recoveryToken, expiresIn: expiresIn ?? 0 });
  return { is: 'granted', grant: recoveryToken };
}
