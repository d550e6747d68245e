/** Creating an account and confirming its address. Public calls. */
import { callPublic } from './client';
import type { SignUpRequest } from './generated/models/SignUpRequest';
import { AccountsService } from './generated/services/AccountsService';

export type { SignUpRequest };

export const signUp = (requestBody: SignUpRequest) =>
  callPublic(() => AccountsService.signUp({ requestBody }));

export const confirmAddress = (token: string) =>
  callPublic(() => AccountsService.redeemVerification({ requestBody: { token } }));

export const resendConfirmation = (email: string) =>
  callPublic(() =>
    AccountsService.resendVerification({ requestBody: { email, purpose: 'verify_email' } }),
  );
