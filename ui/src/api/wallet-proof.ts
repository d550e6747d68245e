/** A wallet's proof that its owner is here: the server's nonce in a message, and the signature of it. */
import { walletMessage } from '../content/account/wallet-message';
import { walletAccount, type WalletName } from '../lib/wallets';
import { createWalletNonce, type WalletProof } from './identities';

/** Ends with a `WalletError`, or with the problem of the call for the nonce. */
export async function proveWallet(chain: WalletName): Promise<WalletProof> {
  const { address, sign } = await walletAccount(chain);
  // Not before the account is known: it lasts five minutes.
  const nonce = await createWalletNonce();
  const { host, origin } = window.location;
  const message = walletMessage({ chain, host, origin, address, nonce, issuedAt: new Date() });
  return { message, signature: await sign(message) };
}
