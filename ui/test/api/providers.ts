/** A site with a school's provider and two wallets. */
import { http, HttpResponse } from 'msw';
import { vi } from 'vitest';
import type { Provider } from '../../src/api/identities';
import { leaveFor } from '../../src/lib/browser/leave-for';
import { server } from './mock-api';

export const school: Provider = { name: 'school', title: 'Springfield Schools', kind: 'openid' };
export const ethereum: Provider = { name: 'ethereum', title: 'Ethereum', kind: 'wallet' };
export const solana: Provider = { name: 'solana', title: 'Solana', kind: 'wallet' };

export const NONCE = 'n0nce';

export function serveProviders(...items: object[]): void {
  server.use(
    http.get('/api/auth/providers', () => HttpResponse.json({ items, next_cursor: null })),
    http.post('/api/auth/web3/nonces', () =>
      HttpResponse.json({ nonce: NONCE, expires_in: 300 }, { status: 201 }),
    ),
  );
}

/** For files that mock `lib/browser/leave-for`. `comeBack` restores the page from the browser's cache. */
export function watchLeaving() {
  const left: string[] = [];
  let comeBack: () => void = () => undefined;
  vi.mocked(leaveFor).mockImplementation((address) => {
    left.push(address);
    return new Promise((resolve) => {
      comeBack = resolve;
    });
  });
  return { left, comeBack: () => comeBack() };
}
