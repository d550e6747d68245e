/** Wallets of a browser, in tests: jsdom has none. */
import { afterEach } from 'vitest';

/** As MetaMask writes it. */
export const ADDRESS = '0x52908400098527886e0f7030069857d2e4169ee7';
export const SOLANA_ADDRESS = '7S3P4HxJpyyigGzodYwHtCxZyUQe9JiBMHyRWXArAaKv';

const textOf = (hex: string) => Buffer.from(hex.slice(2), 'hex').toString('utf8');

/** Of a refusal, as wallets throw it: a plain object. */
export const refusal = { code: 4001, message: 'User rejected the request.' };

type Failing = {
  /** Thrown when asked for the account, or for a signature. */
  connect?: unknown;
  sign?: unknown;
};

const unless = (failure: unknown) => {
  if (failure !== undefined) throw failure;
};

/** An EIP-1193 wallet; `signed` gets the texts that it signs. */
export function ethereumWallet(signed: string[] = [], failing: Failing = {}) {
  return {
    request: async ({ method, params = [] }: { method: string; params?: string[] }) => {
      if (method === 'eth_requestAccounts') {
        unless(failing.connect);
        return [ADDRESS];
      }
      unless(failing.sign);
      if (method !== 'personal_sign' || params[1] !== ADDRESS) throw new Error('not understood');
      signed.push(textOf(params[0] ?? ''));
      return '0xsigned';
    },
  };
}

/** Gives this test's browser an Ethereum wallet; returns the texts that it signs. */
export function browserWithEthereum(failing: Failing = {}): string[] {
  const signed: string[] = [];
  Object.assign(window, { ethereum: ethereumWallet(signed, failing) });
  return signed;
}

/** The same for Solana. Its signature is the bytes 1, 2, 255. */
export function browserWithSolana(failing: Failing = {}): string[] {
  const signed: string[] = [];
  const solana = {
    connect: async () => {
      unless(failing.connect);
      return { publicKey: { toString: () => SOLANA_ADDRESS } };
    },
    signMessage: async (bytes: Uint8Array, encoding: string) => {
      unless(failing.sign);
      signed.push(`${encoding}: ${new TextDecoder().decode(bytes)}`);
      // Part of a larger buffer, as some wallets return it.
      return { signature: new Uint8Array([0, 1, 2, 255, 0]).subarray(1, 4) };
    },
  };
  Object.assign(window, { solana });
  return signed;
}

/** Call once in a file that uses wallets: every test begins in a browser without. */
export function withoutWallets(): void {
  afterEach(() => {
    for (const name of ['ethereum', 'solana']) Reflect.deleteProperty(window, name);
  });
}
