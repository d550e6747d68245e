// Wallets as the extensions of browsers have them: the page asks, the owner agrees or refuses, and the key stays outside the
// page. The signatures are by viem and noble, which have nothing in common with the program.
import { randomBytes } from 'node:crypto';
import { ed25519 } from '@noble/curves/ed25519.js';
import { base58 } from '@scure/base';
import type { Page } from '@playwright/test';
import { type Hex, hexToString } from 'viem';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { parseSiweMessage, validateSiweMessage } from 'viem/siwe';

export type Chain = 'ethereum' | 'solana';

export type Wallet = {
  readonly chain: Chain;
  readonly address: string;
  /** The signature as the API takes it. */
  readonly sign: (message: string) => Promise<string>;
  /** Puts the wallet into the page, from the next address on. */
  readonly plugInto: (page: Page) => Promise<Owner>;
};

export type Owner = {
  /** What they do from now on when the wallet asks to sign. */
  readonly signs: (signs: boolean) => void;
  /** Every text that they have signed. */
  readonly signed: readonly string[];
};

/** What an extension answers to a page: EIP-1193 has the fault in `error`. */
type Answer = { result: unknown } | { error: { code: number; message: string } };

const REFUSED: Answer = { error: { code: 4001, message: 'The user rejected the request.' } };

type Ask = (method: string, parameters: readonly unknown[]) => Promise<Answer>;
type InPage = Record<string, unknown> & { askWallet: Ask };

export function ethereumWallet(): Wallet {
  const account = privateKeyToAccount(generatePrivateKey());
  // As extensions tell it.
  const address = account.address.toLowerCase();
  return {
    chain: 'ethereum',
    address: account.address,
    sign: (message) => account.signMessage({ message }),
    plugInto: async (page) => {
      let signs = true;
      const signed: string[] = [];
      const ask = async (method: string, parameters: readonly unknown[]): Promise<Answer> => {
        if (method === 'eth_requestAccounts') return { result: [address] };
        const [raw, by] = parameters as [Hex, string];
        if (method !== 'personal_sign' || by !== address)
          return { error: { code: 4200, message: `not supported: ${method} ${by}` } };
        // As extensions do, which warn of a text that is for another site.
        const text = hexToString(raw);
        const message = parseSiweMessage(text);
        const domain = new URL(page.url()).host;
        if (!validateSiweMessage({ address: account.address, domain, message }))
          return { error: { code: -32602, message: `no message for ${domain}: ${text}` } };
        if (!signs) return REFUSED;
        signed.push(text);
        return { result: await account.signMessage({ message: { raw } }) };
      };
      await page.exposeFunction('askWallet', ask);
      await page.addInitScript(() => {
        const inPage = window as unknown as InPage;
        inPage['ethereum'] = {
          request: async (call: { method: string; params?: unknown[] }) => {
            const answer = await inPage.askWallet(call.method, call.params ?? []);
            if ('error' in answer) throw answer.error;
            return answer.result;
          },
        };
      });
      return { signs: (will) => (signs = will), signed };
    },
  };
}

export function solanaWallet(): Wallet {
  const secret = new Uint8Array(randomBytes(32));
  const address = base58.encode(ed25519.getPublicKey(secret));
  const signatureOf = (bytes: Uint8Array) => ed25519.sign(bytes, secret);
  return {
    chain: 'solana',
    address,
    sign: async (message) =>
      Buffer.from(signatureOf(new TextEncoder().encode(message))).toString('base64url'),
    plugInto: async (page) => {
      let signs = true;
      const signed: string[] = [];
      const ask = async (method: string, parameters: readonly unknown[]): Promise<Answer> => {
        if (method === 'connect') return { result: address };
        const [bytes, encoding] = parameters as [number[], string];
        if (method !== 'signMessage' || encoding !== 'utf8')
          return { error: { code: 4200, message: `not supported: ${method} ${encoding}` } };
        if (!signs) return REFUSED;
        signed.push(Buffer.from(bytes).toString());
        return { result: [...signatureOf(Uint8Array.from(bytes))] };
      };
      await page.exposeFunction('askWallet', ask);
      await page.addInitScript(() => {
        const inPage = window as unknown as InPage;
        const asked = async (method: string, parameters: readonly unknown[]) => {
          const answer = await inPage.askWallet(method, parameters);
          if ('error' in answer) throw answer.error;
          return answer.result;
        };
        inPage['solana'] = {
          connect: async () => {
            const text = String(await asked('connect', []));
            return { publicKey: { toString: () => text } };
          },
          signMessage: async (bytes: Uint8Array, encoding: string) => ({
            signature: Uint8Array.from(
              (await asked('signMessage', [[...bytes], encoding])) as number[],
            ),
          }),
        };
      });
      return { signs: (will) => (signs = will), signed };
    },
  };
}
