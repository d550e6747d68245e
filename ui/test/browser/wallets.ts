import { afterEach } from 'vitest';

/** MetaMask returns addresses in lower case. */
export const ADDRESS = '0x52908400098527886e0f7030069857d2e4169ee7';
export const SOLANA_ADDRESS = '7S3P4HxJpyyigGzodYwHtCxZyUQe9JiBMHyRWXArAaKv';

const textOf = (hex: string) => Buffer.from(hex.slice(2), 'hex').toString('utf8');

/** Wallets throw a plain object when the user refuses. */
export const refusal = { code: 4001, message: 'User rejected the request.' };

type Failing = {
  /** Errors that the wallet throws. */
  connect?: unknown;
  sign?: unknown;
};

const unless = (failure: unknown) => {
  if (failure !== undefined) throw failure;
};

/** An EIP-1193 wallet. It adds the texts that it signs to `signed`. */
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

/** Installs an Ethereum wallet in this test's browser. Returns the texts that it signs. */
export function browserWithEthereum(failing: Failing = {}): string[] {
  const signed: string[] = [];
  Object.assign(window, { ethereum: ethereumWallet(signed, failing) });
  return signed;
}

/** Installs a Solana wallet, whose signature is the bytes 1, 2, 255. */
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
      // Some wallets return part of a larger buffer.
      return { signature: new Uint8Array([0, 1, 2, 255, 0]).subarray(1, 4) };
    },
  };
  Object.assign(window, { solana });
  return signed;
}

/** Removes wallets after each test in the file. */
export function withoutWallets(): void {
  afterEach(() => {
    for (const name of ['ethereum', 'solana']) Reflect.deleteProperty(window, name);
  });
}
