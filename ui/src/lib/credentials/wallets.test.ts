import { afterEach, expect, test } from 'vitest';
import {
  ADDRESS,
  browserWithEthereum,
  browserWithSolana,
  ethereumWallet,
  refusal,
  SOLANA_ADDRESS,
  withoutWallets,
} from '../../../test/browser/wallets';
import { isWalletName, walletAccount } from './wallets';

withoutWallets();

const TEXT = 'Grüße\nof two lines';

test('an Ethereum wallet returns its address unchanged, and signs the text as UTF-8', async () => {
  const signed = browserWithEthereum();
  const { address, sign } = await walletAccount('ethereum');
  expect(address).toBe(ADDRESS);
  expect(await sign(TEXT)).toBe('0xsigned');
  expect(signed).toEqual([TEXT]);
});

test('a Solana wallet signs the text; the signature is base64url without padding', async () => {
  const signed = browserWithSolana();
  const { address, sign } = await walletAccount('solana');
  expect(address).toBe(SOLANA_ADDRESS);
  expect(await sign(TEXT)).toBe('AQL_');
  expect(signed).toEqual([`utf8: ${TEXT}`]);
});

let announce: (() => void) | null = null;
afterEach(() => {
  if (announce !== null) window.removeEventListener('eip6963:requestProvider', announce);
  announce = null;
});

test('a wallet that is only announced is found', async () => {
  const detail = { info: { name: 'Quiet Wallet' }, provider: ethereumWallet() };
  announce = () =>
    void window.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }));
  window.addEventListener('eip6963:requestProvider', announce);
  expect((await walletAccount('ethereum')).address).toBe(ADDRESS);
});

test.each([
  [refusal, 'refused'],
  [Object.assign(new Error('Rejected.'), { code: 4001 }), 'refused'],
  [{ code: 4100 }, 'refused'],
  [{ code: -32_002 }, 'asking'],
  [{ code: -32_603 }, 'failed'],
  [new Error('Locked.'), 'failed'],
  ['what', 'failed'],
] as const)('the wallet error %o is mapped to the fault %s', async (thrown, fault) => {
  for (const [name, give] of [
    ['ethereum', browserWithEthereum],
    ['solana', browserWithSolana],
  ] as const) {
    give({ connect: thrown });
    await expect(walletAccount(name)).rejects.toMatchObject({ fault, cause: thrown });
    give({ sign: thrown });
    const { sign } = await walletAccount(name);
    await expect(sign(TEXT)).rejects.toMatchObject({ name: 'WalletError', fault });
  }
});

test('a wallet without accounts is treated as a refusal', async () => {
  Object.assign(window, { ethereum: { request: async () => [] } });
  await expect(walletAccount('ethereum')).rejects.toMatchObject({ fault: 'refused' });
});

test('other wallet names are unknown', () => {
  expect(['ethereum', 'solana', 'bitcoin', 'toString', ''].filter(isWalletName)).toEqual([
    'ethereum',
    'solana',
  ]);
});
