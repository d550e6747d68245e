// Wallets as browser extensions provide them: the page asks, the owner agrees or refuses, and the key stays outside the
// page. viem and noble make the signatures; they share no code with the program.
import { randomBytes } from 'node:crypto';
import { ed25519 } from '@noble/curves/ed25519.js';
import { base58 } from '@scure/base';
import type { Page } from '@playwright/test';
import { type Hex, hexToString } from 'viem';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { parseSiweMessage, validateSiweMessage } from 'viem/siwe';

type Wallet = {
  readonly address: string;
  /** Adds the wallet to every page that is loaded from now on. */
  readonly plugInto: (page: Page) => Promise<Owner>;
};

type Owner = {
  /** Sets whether the owner agrees to sign. */
  readonly signs: (signs: boolean) => void;
  /** All texts signed so far. */
  readonly signed: readonly string[];
};

/** An extension's response to a page. EIP-1193 puts a fault into `error`. */
type Answer = { result: unknown } | { error: { code: number; message: string } };

const REFUSED: Answer = { error: { code: 4001, message: 'The user rejected the request.' } };

type Ask = (method: string, parameters: readonly unknown[]) => Promise<Answer>;
type InPage = Record<string, unknown> & { askWallet: Ask };

export function ethereumWallet(): Wallet {
  const account = privateKeyToAccount(generatePrivateKey());
  // Extensions report it in lower case.
  const address = account.address.toLowerCase();
  return {
    address: account.address,
    plugInto: async (page) => {
      let signs = true;
      const signed: string[] = [];
      const ask = async (method: string, parameters: readonly unknown[]): Promise<Answer> => {
        if (method === 'eth_requestAccounts') return { result: [address] };
        const [raw, by] = parameters as [Hex, string];
        if (method !== 'personal_sign' || by !== address)
          return { error: { code: 4200, message: `not supported: ${method} ${by}` } };
        // Extensions warn of a message for another site.
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
  return {
    address,
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
        return { result: [...ed25519.sign(Uint8Array.from(bytes), secret)] };
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
