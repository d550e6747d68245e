/** The message that a wallet signs (ERC-4361, "Sign-In with Ethereum", and its counterpart for Solana). */

const CHAINS = {
  ethereum: { account: 'Ethereum', id: '1' },
  solana: { account: 'Solana', id: 'mainnet' },
} as const;

export interface WalletMessage {
  chain: keyof typeof CHAINS;
  /** Host and port of this page. */
  host: string;
  origin: string;
  address: string;
  nonce: string;
  issuedAt: Date;
}

export function walletMessage({ chain, host, origin, address, nonce, issuedAt }: WalletMessage) {
  const { account, id } = CHAINS[chain];
  return [
    `${host} wants you to sign in with your ${account} account:`,
    address,
    '',
    'Sign in to Educators Forum.',
    '',
    `URI: ${origin}`,
    'Version: 1',
    `Chain ID: ${id}`,
    `Nonce: ${nonce}`,
    `Issued At: ${issuedAt.toISOString()}`,
  ].join('\n');
}
