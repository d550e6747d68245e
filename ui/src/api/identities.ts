/** Providers, wallets and the identities that are linked to the user's account. */
import { providers } from '../content/account/providers';
import { walletMessage } from '../content/account/wallet-message';
import { pkceWorks } from '../lib/credentials/pkce';
import {
  isWalletName,
  walletAccount,
  WalletError,
  type WalletName,
} from '../lib/credentials/wallets';
import { ApiProblem, isTransient, messageOf, toProblem } from './errors';
import { call, callPublic } from './transport/client';
import { OpenAPI } from './generated/core/OpenAPI';
import type { Identity, PkceSignInRequest, Provider, WalletSignInRequest } from './generated';
import { ProvidersService } from './generated/services/ProvidersService';
import { UsersService } from './generated/services/UsersService';

export type { Identity, Provider };

/** The code from a provider's redirect, and this tab's secret. */
export type PkceProof = PkceSignInRequest;
/** A message with the server's nonce, and its signature. */
export type WalletProof = Omit<WalletSignInRequest, 'chain'>;

export const listProviders = async (): Promise<Provider[]> =>
  (await callPublic(() => ProvidersService.listProviders())).items;

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
  const { nonce } = await callPublic(() => ProvidersService.createWalletNonce());
  const { host, origin } = window.location;
  const message = walletMessage({ chain, host, origin, address, nonce, issuedAt: new Date() });
  return { message, signature: await sign(message) };
}

export const listIdentities = async (signal?: AbortSignal): Promise<Identity[]> =>
  (await call(() => UsersService.listIdentities(), signal)).items;

/** Refused with 403 `reauthentication_required`, or with 409 `identity_taken` if it is linked to another account. */
export const linkIdentity = (provider: string, proof: PkceProof | WalletProof) =>
  call(() => UsersService.linkIdentity({ requestBody: { provider, ...proof } }));

/** Refused with 403 `reauthentication_required`, or with 409 `last_way_in`. */
export const unlinkIdentity = (id: string) =>
  call(() => UsersService.unlinkIdentity({ identity: id }));

const { refusals, wallet, limited } = providers;

/** The message for a problem code or redirect code; null for other codes. */
export const refusalOf = (code: string): string | null =>
  Object.hasOwn(refusals, code) ? refusals[code as keyof typeof refusals] : null;

/** This browser cannot complete a sign-in with a provider. */
export const flowNotStored = () =>
  new ApiProblem({ kind: 'refused' }, providers.notKept, 'flow_not_stored');

/**
 * A problem when signing in with, or linking, a provider or wallet. `quiet` means that the user refused, or that the wallet is
 * still asking; `transient` that a retry may succeed. A wallet's error has no code.
 */
export function providerProblem(cause: unknown) {
  if (cause instanceof WalletError) {
    const quiet = cause.fault === 'refused' || cause.fault === 'asking';
    return { message: wallet[cause.fault], code: '', quiet, transient: false };
  }
  const problem = toProblem(cause);
  const transient = isTransient(problem) || problem.fault.kind === 'limited';
  const sentence = transient ? null : refusalOf(problem.code);
  const message = sentence ?? messageOf(problem, limited);
  return { message, code: problem.code, quiet: false, transient };
}
