// Wallets like those of browser extensions: the page requests, the owner agrees or refuses, and the key stays outside the
// page. viem and noble create the signatures and share no code with the program.
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
  readonly setConsent: (agrees: boolean) => void;
  /** All texts signed so far. */
  readonly signed: readonly string[];
};

/** An extension's response to a page. EIP-1193 puts a fault into `error`. */
type Answer = { result: unknown } | { error: { code: number; message: string } };

type InPage = Record<string, unknown> & {
  askWallet: (method: string, parameters: readonly unknown[]) => Promise<Answer>;
};
/** Signs a message, or refuses if the owner does. */
type Sign = (text: string, signature: () => unknown) => Promise<Answer>;

/** Lets the page ask the wallet through `window.askWallet`. */
async function expose(
  page: Page,
  answer: (method: string, parameters: readonly unknown[], sign: Sign) => Promise<Answer>,
): Promise<Owner> {
  let agrees = true;
  const signed: string[] = [];
  const sign: Sign = async (text, signature) => {
    if (!agrees) return { error: { code: 4001, message: 'The user rejected the request.' } };
    signed.push(text);
    return { result: await signature() };
  };
  await page.exposeFunction('askWallet', (method: string, parameters: readonly unknown[]) =>
    answer(method, parameters, sign),
  );
  return { setConsent: (consent) => (agrees = consent), signed };
}

const failure = (code: number, message: string): Answer => ({ error: { code, message } });

export function ethereumWallet(): Wallet {
  const account = privateKeyToAccount(generatePrivateKey());
  // Extensions report it in lower case.
  const address = account.address.toLowerCase();
  return {
    address: account.address,
    plugInto: async (page) => {
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
      return expose(page, async (method, parameters, sign) => {
        if (method === 'eth_requestAccounts') return { result: [address] };
        const [raw, by] = parameters as [Hex, string];
        if (method !== 'personal_sign' || by !== address)
          return failure(4200, `not supported: ${method} ${by}`);
        // Extensions warn of a message for another site.
        const text = hexToString(raw);
        const message = parseSiweMessage(text);
        const domain = new URL(page.url()).host;
        if (!validateSiweMessage({ address: account.address, domain, message }))
          return failure(-32602, `no message for ${domain}: ${text}`);
        return sign(text, () => account.signMessage({ message: { raw } }));
      });
    },
  };
}

export function solanaWallet(): Wallet {
  const secret = new Uint8Array(randomBytes(32));
  const address = base58.encode(ed25519.getPublicKey(secret));
  return {
    address,
    plugInto: async (page) => {
      await page.addInitScript(() => {
        const inPage = window as unknown as InPage;
        const ask = async (method: string, parameters: readonly unknown[]) => {
          const answer = await inPage.askWallet(method, parameters);
          if ('error' in answer) throw answer.error;
          return answer.result;
        };
        inPage['solana'] = {
          connect: async () => {
            const text = String(await ask('connect', []));
            return { publicKey: { toString: () => text } };
          },
          signMessage: async (bytes: Uint8Array, encoding: string) => ({
            signature: Uint8Array.from(
              (await ask('signMessage', [[...bytes], encoding])) as number[],
            ),
          }),
        };
      });
      return expose(page, async (method, parameters, sign) => {
        if (method === 'connect') return { result: address };
        const [bytes, encoding] = parameters as [number[], string];
        if (method !== 'signMessage' || encoding !== 'utf8')
          return failure(4200, `not supported: ${method} ${encoding}`);
        const text = Uint8Array.from(bytes);
        return sign(Buffer.from(text).toString(), () => [...ed25519.sign(text, secret)]);
      });
    },
  };
}
