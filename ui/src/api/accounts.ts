/** Creating an account, confirming its address, and choosing a new password. Public calls. */
import { callPublic, callWith } from './transport/client';
import type { RedeemVerificationRequest as MailProof } from './generated/models/RedeemVerificationRequest';
import type { ResendPurpose } from './generated/models/ResendPurpose';
import type { SignUpRequest } from './generated/models/SignUpRequest';
import { AccountsService } from './generated/services/AccountsService';

export type { MailProof, ResendPurpose, SignUpRequest };

export const signUp = (requestBody: SignUpRequest) =>
  callPublic(() => AccountsService.signUp({ requestBody }));

/** Uses the token of a mail's link, or its code with the address; either works once. */
export const redeemMail = (requestBody: MailProof) =>
  callPublic(() => AccountsService.redeemVerification({ requestBody }));

/** Sends the mails of a sign-up, or of a change of address, once more. */
export const resend = (email: string, purpose: ResendPurpose) =>
  callPublic(() => AccountsService.resendVerification({ requestBody: { email, purpose } }));

export const requestRecovery = (email: string) =>
  callPublic(() => AccountsService.requestRecovery({ requestBody: { email } }));

/** The bearer token is the grant that a link was exchanged for, and never that of the session. */
export const choosePassword = (grant: string, password: string) =>
  callWith(grant, () => AccountsService.setRecoveryPassword({ requestBody: { password } }));
