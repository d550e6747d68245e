// A page responds to input only after hydration.
import { expect, type Page } from '@playwright/test';

/** Set by app/layout/root-layout.tsx. Pages without a root, such as the API documentation, are not hydrated. */
const HYDRATED = 'html[data-hydrated], html:not(:has(#root))';

const delayed = new WeakSet<Page>();

export async function hydrated(page: Page): Promise<void> {
  if (!delayed.has(page)) await page.waitForSelector(HYDRATED, { state: 'attached' });
}

/** Makes every later goto and reload of the page wait until it is hydrated. */
export function waitForHydration(page: Page): void {
  // Until the code has loaded, neither `load` nor `DOMContentLoaded` fires.
  const options = () => (delayed.has(page) ? { waitUntil: 'commit' as const } : {});
  const [goto, reload] = [page.goto.bind(page), page.reload.bind(page)];
  page.goto = async (url, given) => {
    const answer = await goto(url, { ...options(), ...given });
    await hydrated(page);
    return answer;
  };
  page.reload = async (given) => {
    const answer = await reload({ ...options(), ...given });
    await hydrated(page);
    return answer;
  };
}

/** Delays the script that hydrates pages until the returned function is called. */
export async function delayHydration(page: Page): Promise<() => void> {
  let release = () => {};
  const released = new Promise<void>((done) => (release = done));
  delayed.add(page);
  await page.route(/\/assets\/site-.*\.js$/, async (route) => {
    await released;
    await route.continue();
  });
  return () => {
    delayed.delete(page);
    release();
  };
}

type Sent = { sentHeading?: Element | null };

/** Keeps the heading of the HTML, before any script runs. Call it before the page loads. */
export const keepSentHeading = (page: Page) =>
  page.addInitScript(() => {
    document.addEventListener('readystatechange', () => {
      const kept = window as Sent;
      if (kept.sentHeading === undefined) kept.sentHeading = document.querySelector('h1');
    });
  });

/** Expects the heading that `keepSentHeading` kept. */
export async function expectHydrated(page: Page): Promise<void> {
  // Sign In appears only after hydration.
  await expect(page.getByRole('banner').getByRole('link', { name: 'Sign In' })).toBeVisible();
  const isSent = () =>
    page.evaluate(() => (window as Sent).sentHeading === document.querySelector('h1'));
  expect(await isSent(), 'the same heading').toBe(true);
}
