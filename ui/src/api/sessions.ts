/** Starting, renewing and ending sessions. Called by the session store alone, but for what a sign-in begins with. */
import type { WalletName } from '../lib/credentials/wallets';
import { callPublic, callWith } from './transport/client';
import type { FactorRequired } from './generated/models/FactorRequired';
import type { FactorSignInRequest } from './generated/models/FactorSignInRequest';
import type { PasskeySignInRequest } from './generated/models/PasskeySignInRequest';
import type { Session } from './generated/models/Session';
import { SessionsService } from './generated/services/SessionsService';
import type { PkceProof, WalletProof } from './identities';

/** The JSON of a passkey's answer. */
export type Credential = PasskeySignInRequest['credential'];
export type { FactorRequired, FactorSignInRequest, Session as SessionView };

/** Where the account has a second factor, the answer is what finishes signing in with it. */
export const createSession = (email: string, password: string) =>
  callPublic(() => SessionsService.createSession({ requestBody: { email, password } }));

/** The answer never tells whether the address has an account. */
export const requestSignInCode = (email: string) =>
  callPublic(() => SessionsService.requestSignInCode({ requestBody: { email } }));

/** Refused with 401 `code_invalid`, whatever the reason. */
export const createSessionByCode = (email: string, code: string) =>
  callPublic(() => SessionsService.createSessionByCode({ requestBody: { email, code } }));

/** The second step. Refused with 401 `code_invalid`, and with 400 `challenge_expired` once its time or its tries are over. */
export const createSessionByFactor = (requestBody: FactorSignInRequest) =>
  callPublic(() => SessionsService.createSessionByFactor({ requestBody }));

/** What any passkey of this site can answer. */
export const challengePasskey = async () =>
  (await callPublic(() => SessionsService.challengePasskey())).options;

/** Refused with 401 `credential_invalid`, whatever the reason. */
export const createSessionByPasskey = (credential: Credential) =>
  callPublic(() => SessionsService.createSessionByPasskey({ requestBody: { credential } }));

/** With the code that a provider's page led to. */
export const createSessionByPkce = (requestBody: PkceProof) =>
  callPublic(() => SessionsService.createSessionByPkce({ requestBody }));

/** Refused with 403 `wallet_not_linked`: a wallet has no account of its own. */
export const createSessionByWallet = (chain: WalletName, proof: WalletProof) =>
  callPublic(() => SessionsService.createSessionByWallet({ requestBody: { chain, ...proof } }));

export const refreshSession = (refreshToken: string) =>
  callPublic(() =>
    SessionsService.refreshSession({ requestBody: { refresh_token: refreshToken } }),
  );

/** Ends every session of the token's user, or the token's own. */
export const endSessions = (accessToken: string, scope: 'global' | 'local') =>
  callWith(accessToken, () => SessionsService.endSessions({ scope }));
