import type { WalletName } from '../lib/credentials/wallets';
import { call, callPublic, callWith } from './transport/client';
import type { FactorSignInRequest, PasskeySignInRequest } from './generated';
import { PasskeysService } from './generated/services/PasskeysService';
import { ProvidersService } from './generated/services/ProvidersService';
import { SessionsService } from './generated/services/SessionsService';
import { SignInService } from './generated/services/SignInService';
import { UsersService } from './generated/services/UsersService';
import type { PkceProof, WalletProof } from './identities';

export type Credential = PasskeySignInRequest['credential'];
export type {
  FactorRequired,
  FactorSignInRequest,
  OwnSession,
  OwnSessionPage,
  Session as SessionView,
} from './generated';

/** Resolves to the second step if the account has a second factor. */
export const createSession = (email: string, password: string) =>
  callPublic(() => SignInService.createSession({ requestBody: { email, password } }));

/** The response does not reveal whether the address has an account. */
export const requestSignInCode = (email: string) =>
  callPublic(() => SignInService.requestSignInCode({ requestBody: { email } }));

/** Every refusal is 401 `code_invalid`. */
export const createSessionByCode = (email: string, code: string) =>
  callPublic(() => SignInService.createSessionByCode({ requestBody: { email, code } }));

/** The second step. Refused with 401 `code_invalid`, or with 400 `challenge_expired` after too many attempts or on expiry. */
export const createSessionByFactor = (requestBody: FactorSignInRequest) =>
  callPublic(() => SignInService.createSessionByFactor({ requestBody }));

export const challengePasskey = async () =>
  (await callPublic(() => PasskeysService.challengePasskey())).options;

/** Every refusal is 401 `credential_invalid`. */
export const createSessionByPasskey = (credential: Credential) =>
  callPublic(() => PasskeysService.createSessionByPasskey({ requestBody: { credential } }));

export const createSessionByPkce = (requestBody: PkceProof) =>
  callPublic(() => ProvidersService.createSessionByPkce({ requestBody }));

/** Refused with 403 `wallet_not_linked` if the wallet is not linked to an account. */
export const createSessionByWallet = (chain: WalletName, proof: WalletProof) =>
  callPublic(() => ProvidersService.createSessionByWallet({ requestBody: { chain, ...proof } }));

export const refreshSession = (refreshToken: string) =>
  callPublic(() =>
    SessionsService.refreshSession({ requestBody: { refresh_token: refreshToken } }),
  );

/** `global` ends every session of the user, `local` only the session of the token. */
export const endSessions = (accessToken: string, scope: 'global' | 'local') =>
  callWith(accessToken, () => SessionsService.endSessions({ scope }));

/** The profile and the roles. */
export const getCurrentUser = () => call(() => UsersService.getCurrentUser());

/** Most recently used session first. `limit` is 1 to 100. */
export const listSessions = (limit: number, signal?: AbortSignal) =>
  call(() => SessionsService.listSessions({ limit }), signal);

/** Also succeeds for a session that has already ended. */
export const endSession = (id: string) => call(() => SessionsService.endSession({ id }));

export const endOtherSessions = () => call(() => SessionsService.endSessions({ scope: 'others' }));
