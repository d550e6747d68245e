/** Links and codes from mails. */
import { useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { type MailProof, redeemMail } from '../../../api/accounts';
import { messageOf, toProblem } from '../../../api/errors';
import { auth } from '../../../content/account/auth';
import { useAct } from '../../../lib/hooks/use-single-flight';
import { profileChanged } from '../../../session/session-actions';
import { sessionState } from '../../../session/session-state';

/** Decodes the equals sign, which some mail programs encode. */
const tokenIn = (hash: string): string =>
  new URLSearchParams(hash.slice(1).replace(/^token%3d/i, 'token=')).get('token') ?? '';

/**
 * The token in the fragment of the link; may be empty. It stays in the URL until it is used, so that it survives a reload.
 * Browsers send no fragment, and these pages send no Referer.
 */
export function useLinkToken() {
  const { hash, pathname } = useLocation();
  const navigate = useNavigate();
  const present = tokenIn(hash);
  const [token, setToken] = useState(present);
  // A second link may be opened in the same tab.
  if (present !== '' && present !== token) setToken(present);
  return {
    token,
    /** Also removes it from the history. `token` keeps its value. */
    removeFromUrl: () => {
      if (hash !== '') void navigate(pathname, { replace: true });
    },
  };
}

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
  return { is: 'granted', grant: recoveryToken, verified, email };
}

/** Redeems the token of a link when a button is pressed. */
export function useRedeemLink(token: string, onUsed: () => void) {
  const { busy, keepBusy, outcome, setOutcome, act } = useAct((cause) => {
    const problem = toProblem(cause);
    /** The link is invalid or already used. */
    const isFinal = problem.code === 'token_invalid';
    if (isFinal) onUsed();
    return { message: messageOf(problem, auth.limited.links), isFinal };
  });
  const press = (then: (redeemed: Redeemed) => void) =>
    act(async () => {
      const redeemed = await redeem({ token });
      keepBusy();
      then(redeemed);
    });
  return { busy, failure: outcome, setFailure: setOutcome, press };
}
