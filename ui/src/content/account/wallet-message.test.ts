import { expect, test } from 'vitest';
import { type WalletMessage, walletMessage } from './wallet-message';

const of = (more: Pick<WalletMessage, 'chain' | 'address'>) =>
  walletMessage({
    host: 'forum.example:8443',
    origin: 'https://forum.example:8443',
    nonce: 'n0nce',
    issuedAt: new Date('2026-03-05T10:00:00.123Z'),
    ...more,
  });

test('the message for Ethereum has the format of ERC-4361', () => {
  expect(of({ chain: 'ethereum', address: '0x52908400098527886E0F7030069857D2E4169EE7' })).toBe(
    `forum.example:8443 wants you to sign in with your Ethereum account:
0x52908400098527886E0F7030069857D2E4169EE7

Sign in to Educators Forum.

URI: https://forum.example:8443
Version: 1
Chain ID: 1
Nonce: n0nce
Issued At: 2026-03-05T10:00:00.123Z`,
  );
});

test('the message for Solana uses the terms of Solana', () => {
  expect(of({ chain: 'solana', address: '7S3P4HxJpyyigGzodYwHtCxZyUQe9JiBMHyRWXArAaKv' })).toBe(
    `forum.example:8443 wants you to sign in with your Solana account:
7S3P4HxJpyyigGzodYwHtCxZyUQe9JiBMHyRWXArAaKv

Sign in to Educators Forum.

URI: https://forum.example:8443
Version: 1
Chain ID: mainnet
Nonce: n0nce
Issued At: 2026-03-05T10:00:00.123Z`,
  );
});
