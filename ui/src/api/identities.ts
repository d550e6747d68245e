/** Providers and wallets that sign in to an account here, and those that are linked to one's own. */
import { pkceWorks } from '../lib/credentials/pkce';
import { isWalletName } from '../lib/credentials/wallets';
import { call, callPublic } from './transport/client';
import { OpenAPI } from './generated/core/OpenAPI';
import type { Identity } from './generated/models/Identity';
import type { PkceSignInRequest } from './generated/models/PkceSignInRequest';
import type { Provider } from './generated/models/Provider';
import type { WalletSignInRequest } from './generated/models/WalletSignInRequest';
import { SessionsService } from './generated/services/SessionsService';
import { UsersService } from './generated/services/UsersService';

export type { Identity, Provider };

/** The code that a provider's page led to, with the secret of the tab. */
export type PkceProof = PkceSignInRequest;
/** What a wallet has signed. */
export type WalletProof = Omit<WalletSignInRequest, 'chain'>;

/** Empty where the site is set up with none. */
export const listProviders = async (): Promise<Provider[]> =>
  (await callPublic(() => SessionsService.listProviders())).items;

/** Whether this page can lead to it: a newer server may know more. */
export const isUsable = ({ kind, name }: Provider): boolean =>
  kind === 'openid' ? pkceWorks() : kind === 'wallet' && isWalletName(name);

/** For the browser to open, which is why it is not called. It leads to the provider, and from there to /auth/finish. */
export const authorizeAddress = (provider: string, challenge: string): string => {
  const query = { provider, code_challenge: challenge, code_challenge_method: 'S256' };
  return `${OpenAPI.BASE}/auth/authorize?${new URLSearchParams(query).toString()}`;
};

/** For one signature, within five minutes. */
export const createWalletNonce = async (): Promise<string> =>
  (await callPublic(() => SessionsService.createWalletNonce())).nonce;

export const listIdentities = async (signal?: AbortSignal): Promise<Identity[]> =>
  (await call(() => UsersService.listIdentities(), signal)).items;

/** Refused with 403 `reauthentication_required`, and with 409 `identity_taken` where it is linked to another account. */
export const linkIdentity = (provider: string, proof: PkceProof | WalletProof) =>
  call(() => UsersService.linkIdentity({ identity: provider, requestBody: proof }));

/** Refused with 403 `reauthentication_required`, and with 409 `last_way_in`. */
export const unlinkIdentity = (id: string) =>
  call(() => UsersService.unlinkIdentity({ identity: id }));
