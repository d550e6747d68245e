/** Redeems the link or code from a mail. */
import { type MailProof, redeemMail } from '../../../api/accounts';
import { profileChanged } from '../../../session/session-actions';
import { sessionState } from '../../../session/session-state';

export interface Granted {
  readonly is: 'granted';
  /** The bearer token for a new password. */
  readonly grant: string;
  /** The mail also verified an address. */
  readonly verified: boolean;
  /** Undefined for a link that confirms no address. */
  readonly email: string | undefined;
}

export type Redeemed =
  | { readonly is: 'verified'; readonly email: string }
  | Granted
  /** One of the two addresses in an address change is verified. `pending` is the other one. */
  | { readonly is: 'half-changed'; readonly pending: 'old' | 'new' }
  | { readonly is: 'changed' };

export async function redeem(proof: MailProof): Promise<Redeemed> {
  const result = await redeemMail(proof);
  if (result.purpose === 'change_email') {
    if (result.pending !== null) return { is: 'half-changed', pending: result.pending };
    void profileChanged();
    return { is: 'changed' };
  }
  // Every session has ended, perhaps including this one.
  if (result.purpose === 'restore_email') void profileChanged();
  const { recovery_token: recoveryToken, expires_in: expiresIn } = result;
  const typed = 'email' in proof ? proof.email : undefined;
  const verified = result.purpose === 'verify_email';
  const email = verified ? result.email : typed;
  if (recoveryToken === undefined) return { is: 'verified', email: email ?? '' };
  sessionState.announce({ type: 'PASSWORD_RECOVERY', recoveryToken, expiresIn: expiresIn ?? 0 });
  return {
    is: 'granted',
    grant: recoveryToken,
    verified,
    email,
  };
}
