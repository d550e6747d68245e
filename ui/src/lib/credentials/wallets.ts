/** Accounts and signatures of browser wallets. Wallet errors are mapped to four faults. */
import { bufferToBase64URLString } from '@simplewebauthn/browser';

export type WalletName = 'ethereum' | 'solana';

export const isWalletName = (name: string): name is WalletName =>
  name === 'ethereum' || name === 'solana';

/** The wallet is missing, the user refused, an earlier request is still waiting, or another failure occurred. */
export type WalletFault = 'missing' | 'refused' | 'asking' | 'failed';

export class WalletError extends Error {
  override readonly name = 'WalletError';

  constructor(
    readonly fault: WalletFault,
    cause?: unknown,
  ) {
    super(fault, { cause });
  }
}

export interface WalletAccount {
  readonly address: string;
  /** The signature in the server's format. */
  sign(text: string): Promise<string>;
}

/** EIP-1193. */
type EthereumWallet = { request(call: { method: string; params?: unknown[] }): Promise<unknown> };

type SolanaWallet = {
  readonly publicKey?: { toString(): string } | null;
  connect(): Promise<Pick<SolanaWallet, 'publicKey'> | undefined>;
  signMessage(bytes: Uint8Array, encoding: 'utf8'): Promise<{ signature: Uint8Array<ArrayBuffer> }>;
};

/** EIP-1193: 4001 means rejected by the user, 4100 not authorized. MetaMask answers a second request with -32002. */
const FAULTS: Readonly<Record<number, WalletFault>> = {
  4001: 'refused',
  4100: 'refused',
  [-32_002]: 'asking',
};

/** Wallets also throw plain objects. */
function faultOf(cause: unknown): WalletFault {
  const code = typeof cause === 'object' && cause !== null && 'code' in cause ? cause.code : null;
  return (typeof code === 'number' ? FAULTS[code] : undefined) ?? 'failed';
}

async function mapFaults<T>(answer: () => Promise<T>): Promise<T> {
  try {
    return await answer();
  } catch (cause) {
    throw cause instanceof WalletError ? cause : new WalletError(faultOf(cause), cause);
  }
}

const inPage = (name: string): unknown => Reflect.get(window, name);

/** Wallets without `window.ethereum` announce themselves on request (EIP-6963). */
function announcedWallet(): EthereumWallet | undefined {
  let found: EthereumWallet | undefined;
  const take = (event: Event) => {
    found ??= (event as CustomEvent<{ provider: EthereumWallet }>).detail.provider;
  };
  window.addEventListener('eip6963:announceProvider', take);
  window.dispatchEvent(new Event('eip6963:requestProvider'));
  window.removeEventListener('eip6963:announceProvider', take);
  return found;
}

async function ethereumAccount(): Promise<WalletAccount> {
  const wallet = (inPage('ethereum') as EthereumWallet | undefined) ?? announcedWallet();
  if (wallet === undefined) throw new WalletError('missing');
  const accounts = await wallet.request({ method: 'eth_requestAccounts' });
  const address: unknown = Array.isArray(accounts) ? accounts[0] : undefined;
  if (typeof address !== 'string') throw new WalletError('refused');
  return {
    address,
    sign: async (text) => {
      const bytes = [...new TextEncoder().encode(text)];
      const hex = bytes.map((byte) => byte.toString(16).padStart(2, '0')).join('');
      const params = [`0x${hex}`, address];
      return String(await wallet.request({ method: 'personal_sign', params }));
    },
  };
}

async function solanaAccount(): Promise<WalletAccount> {
  const wallet = inPage('solana') as SolanaWallet | undefined;
  if (wallet === undefined) throw new WalletError('missing');
  const key = (await wallet.connect())?.publicKey ?? wallet.publicKey;
  if (!key) throw new WalletError('refused');
  return {
    address: key.toString(),
    sign: async (text) => {
      const { signature } = await wallet.signMessage(new TextEncoder().encode(text), 'utf8');
      // The bytes are copied, because they may be part of a larger buffer.
      return bufferToBase64URLString(Uint8Array.from(signature).buffer);
    },
  };
}

/** Requests the account of the wallet. The function and `sign` reject with `WalletError`. */
export async function walletAccount(name: WalletName): Promise<WalletAccount> {
  const account = await mapFaults(name === 'ethereum' ? ethereumAccount : solanaAccount);
  return { ...account, sign: (text) => mapFaults(() => account.sign(text)) };
}
