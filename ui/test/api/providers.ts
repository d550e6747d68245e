/** A site with a school's provider and a wallet. */
import { HttpResponse } from 'msw';
import { vi } from 'vitest';
import type { Provider } from '../../src/api/identities';
import { leaveFor } from '../../src/lib/browser/leave-for';
import { created, serve } from './mock-api';

export const school: Provider = { name: 'school', title: 'Springfield Schools', kind: 'openid' };
export const ethereum: Provider = { name: 'ethereum', title: 'Ethereum', kind: 'wallet' };

export function serveProviders(...items: object[]): void {
  serve('get /api/auth/providers', () => HttpResponse.json({ items, next_cursor: null }));
  serve('post /api/auth/web3/nonces', () => created({ nonce: 'n0nce', expires_in: 300 }));
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
