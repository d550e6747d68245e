// Reads and changes the session in local storage.
import type { BrowserContext, Page } from '@playwright/test';
import type { Person } from './applicants.js';

const SESSION_KEY = 'educators-forum.session';

export type Stored = {
  readonly accessToken: string;
  readonly refreshToken: string;
  readonly expiresAt: number;
  readonly clockOffset: number;
};

/** Signs in by a request and stores the session in the browser. */
export async function storeSession(page: Page, { email, password }: Person): Promise<void> {
  const answer = await page.request.post('/api/auth/sessions', { data: { email, password } });
  if (!answer.ok()) throw new Error(`the sign-in has status ${answer.status()}`);
  const session = (await answer.json()) as {
    readonly access_token: string;
    readonly refresh_token: string;
    readonly expires_at: string;
    readonly user: { readonly id: string; readonly email: string; readonly first_name: string };
  };
  const { id, first_name: firstName } = session.user;
  const stored = {
    accessToken: session.access_token,
    refreshToken: session.refresh_token,
    expiresAt: Date.parse(session.expires_at),
    clockOffset: 0,
    user: { id, email: session.user.email, firstName },
  };
  await page.goto('/robots.txt');
  await page.evaluate(([key, value]) => localStorage.setItem(key, value), [
    SESSION_KEY,
    JSON.stringify(stored),
  ] as const);
}

export async function storedSession(page: Page): Promise<Stored | null> {
  const text = await page.evaluate((key) => localStorage.getItem(key), SESSION_KEY);
  return text === null ? null : (JSON.parse(text) as Stored);
}

/** The access token of the user signed in on the page. */
export const storedToken = async (page: Page) => (await storedSession(page))?.accessToken ?? '';

/** Deletes the session from this browser without ending it on the server, and opens the sign-in page. */
export async function forgetSession(page: Page): Promise<void> {
  await page.evaluate(() => localStorage.clear());
  await page.goto('/auth');
}

/** Changes the session as another tab would, so that every open tab picks it up. */
export async function changeStored(
  context: BrowserContext,
  change: Partial<Stored>,
): Promise<void> {
  const other = await context.newPage();
  await other.goto('/robots.txt');
  await other.evaluate(
    ([key, more]) => {
      const stored = JSON.parse(localStorage.getItem(key) ?? '{}') as object;
      localStorage.setItem(key, JSON.stringify({ ...stored, ...more }));
    },
    [SESSION_KEY, change] as const,
  );
  await other.close();
}
