/** Public calls: sign-up, verification and recovery. */
import { callPublic, callWith } from './transport/client';
import type {
  RedeemVerificationRequest as MailProof,
  ResendPurpose,
  SignUpRequest,
} from './generated';
import { AccountsService } from './generated/services/AccountsService';

export type { MailProof, ResendPurpose, SignUpRequest };

export const signUp = (requestBody: SignUpRequest) =>
  callPublic(() => AccountsService.signUp({ requestBody }));

/** Redeems the token of a mailed link, or a mailed code with its address. Both are single-use. */
export const redeemMail = (requestBody: MailProof) =>
  callPublic(() => AccountsService.redeemVerification({ requestBody }));

/** Sends the mails of a sign-up or of a change of address again. */
export const resend = (email: string, purpose: ResendPurpose) =>
  callPublic(() => AccountsService.resendVerification({ requestBody: { email, purpose } }));

export const requestRecovery = (email: string) =>
  callPublic(() => AccountsService.requestRecovery({ requestBody: { email } }));

/** The bearer token is the grant of a recovery link. */
export const choosePassword = (grant: string, password: string) =>
  callWith(grant, () => AccountsService.setRecoveryPassword({ requestBody: { password } }));
