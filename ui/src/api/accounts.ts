/** Public calls: sign-up, verification and recovery. */
import { callPublic, callWith } from './transport/client';
import type {
  RedeemVerificationRequest as MailProof,
  ResendPurpose,
  SignUpRequest,
} from './generated';
import { AccountsService } from './generated/services/AccountsService';

export type { MailProof, ResendPurpose };

export const signUp = (requestBody: SignUpRequest) =>
  callPublic(() => AccountsService.signUp({ requestBody }));

/** Redeems the token of a mailed link, or a mailed code together with the email address. Both are single-use. */
export const redeemMail = (requestBody: MailProof) =>
  callPublic(() => AccountsService.redeemVerification({ requestBody }));

/** Resends the mails for a sign-up or an address change. */
export const resend = (email: string, purpose: ResendPurpose) =>
  callPublic(() => AccountsService.resendVerification({ requestBody: { email, purpose } }));

export const requestRecovery = (email: string) =>
  callPublic(() => AccountsService.requestRecovery({ requestBody: { email } }));

/** The bearer token is the grant from a recovery link. */
export const choosePassword = (grant: string, password: string) =>
  callWith(grant, () => AccountsService.setRecoveryPassword({ requestBody: { password } }));
