/** Providers, wallets and the identities that are linked to the user's account. */
import { walletMessage } from '../content/account/wallet-message';
import { pkceWorks } from '../lib/credentials/pkce';
import { isWalletName, walletAccount, type WalletName } from '../lib/credentials/wallets';
import { call, callPublic } from './transport/client';
import { OpenAPI } from './generated/core/OpenAPI';
import type { Identity, PkceSignInRequest, Provider, WalletSignInRequest } from './generated';
import { SessionsService } from './generated/services/SessionsService';
import { UsersService } from './generated/services/UsersService';

export type { Identity, Provider };

/** The code from a provider's redirect, and this tab's secret. */
export type PkceProof = PkceSignInRequest;
/** A message with the server's nonce, and its signature. */
export type WalletProof = Omit<WalletSignInRequest, 'chain'>;

export const listProviders = async (): Promise<Provider[]> =>
  (await callPublic(() => SessionsService.listProviders())).items;

/** Whether this page supports the provider. A newer server may offer other kinds. */
export const isUsable = ({ kind, name }: Provider): boolean =>
  kind === 'openid' ? pkceWorks() : kind === 'wallet' && isWalletName(name);

/** The URL redirects to the provider, which redirects to /auth/finish. */
export const authorizeAddress = (provider: string, challenge: string): string => {
  const query = { provider, code_challenge: challenge, code_challenge_method: 'S256' };
  return `${OpenAPI.BASE}/auth/authorize?${new URLSearchParams(query).toString()}`;
};

/** Rejects with a `WalletError`, or with an ApiProblem if there is no nonce. */
export async function proveWallet(chain: WalletName): Promise<WalletProof> {
  const { address, sign } = await walletAccount(chain);
  // The nonce is requested only after the wallet has responded, because it expires after five minutes.
  const { nonce } = await callPublic(() => SessionsService.createWalletNonce());
  const { host, origin } = window.location;
  const message = walletMessage({ chain, host, origin, address, nonce, issuedAt: new Date() });
  return { message, signature: await sign(message) };
}

export const listIdentities = async (signal?: AbortSignal): Promise<Identity[]> =>
  (await call(() => UsersService.listIdentities(), signal)).items;

/** Refused with 403 `reauthentication_required`, or with 409 `identity_taken` if it is linked to another account. */
export const linkIdentity = (provider: string, proof: PkceProof | WalletProof) =>
  call(() => UsersService.linkIdentity({ identity: provider, requestBody: proof }));

/** Refused with 403 `reauthentication_required`, or with 409 `last_way_in`. */
export const unlinkIdentity = (id: string) =>
  call(() => UsersService.unlinkIdentity({ identity: id }));
