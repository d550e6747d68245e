/** Creating an account and confirming its address. Public calls. */
import { callPublic } from './client';
import type { SignUpRequest } from './generated/models/SignUpRequest';
import { AccountsService } from './generated/services/AccountsService';

export type { SignUpRequest };

export const signUp = (requestBody: SignUpRequest) =>
  callPublic(() => AccountsService.signUp({ requestBody }));

/** With its token a new password may be set, for so many seconds. */
export type RecoveryGrant = { readonly token: string; readonly expiresIn: number };

/** Resolves to a grant where the owner has to choose the password anew. */
export async function confirmAddress(token: string): Promise<RecoveryGrant | null> {
  const result: Record<string, unknown> = await callPublic(() =>
    AccountsService.redeemVerification({ requestBody: { token } }),
  );
  const { recovery_token: granted, expires_in: expiresIn } = result;
  if (typeof granted !== 'string' || typeof expiresIn !== 'number') return null;
  return { token: granted, expiresIn };
}

export const resendConfirmation = (email: string) =>
  callPublic(() =>
    AccountsService.resendVerification({ requestBody: { email, purpose: 'verify_email' } }),
  );
