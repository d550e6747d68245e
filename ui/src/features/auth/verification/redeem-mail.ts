/** Uses the link or the typed code of a mail, and tells the rest of the site what has changed by it. */
import { type MailProof, redeemMail } from '../../../api/accounts';
import { profileChanged } from '../../../session/read-profile';
import { sessionBoard } from '../../../session/session-board';

export interface Granted {
  readonly is: 'granted';
  /** The bearer token for a new password. */
  readonly grant: string;
  /** An address was confirmed with it. */
  readonly confirmed: boolean;
  /** The address of the account, where it was typed; a link does not tell it. */
  readonly email: string | undefined;
}

export type Redeemed =
  | { readonly is: 'confirmed' }
  | Granted
  /** One of the two addresses of a change is confirmed; `pending` is the other. */
  | { readonly is: 'half-changed'; readonly pending: 'old' | 'new' }
  | { readonly is: 'changed' };

export async function redeem(proof: MailProof): Promise<Redeemed> {
  const result = await redeemMail(proof);
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
  const confirmed = result.purpose === 'verify_email';
  return {
    is: 'granted',
    grant: recoveryToken,
    confirmed,
    email: 'email' in proof ? proof.email : undefined,
  };
}
