// Reads and changes the session in local storage.
import type { BrowserContext, Page } from '@playwright/test';

const SESSION_KEY = 'educators-forum.session';

export type Stored = {
  readonly accessToken: string;
  readonly refreshToken: string;
  readonly expiresAt: number;
  readonly clockOffset: number;
};

export async function storedSession(page: Page): Promise<Stored | null> {
  const text = await page.evaluate((key) => localStorage.getItem(key), SESSION_KEY);
  return text === null ? null : (JSON.parse(text) as Stored);
}

/** The header that authenticates an API request as the user signed in on the page. */
export async function authorization(page: Page): Promise<{ Authorization: string }> {
  return { Authorization: `Bearer ${(await storedSession(page))?.accessToken}` };
}

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
