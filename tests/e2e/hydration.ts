// Waiting for hydration: a page can be read at once, but responds only after its code has loaded.
import type { Page } from '@playwright/test';

/** Set by app/layout/root-layout.tsx. Pages without a root, such as the API documentation, are not hydrated. */
const HYDRATED = 'html[data-hydrated], html:not(:has(#root))';

const heldBack = new WeakSet<Page>();

/** Makes every later goto and reload of the page wait until it is hydrated. */
export function waitForHydration(page: Page): void {
  const hydrated = async () => {
    if (!heldBack.has(page)) await page.waitForSelector(HYDRATED, { state: 'attached' });
  };
  // Until the code has loaded, neither `load` nor `DOMContentLoaded` fires.
  const options = () => (heldBack.has(page) ? { waitUntil: 'commit' as const } : {});
  const [goto, reload] = [page.goto.bind(page), page.reload.bind(page)];
  page.goto = async (url, given) => {
    const answer = await goto(url, { ...options(), ...given });
    await hydrated();
    return answer;
  };
  page.reload = async (given) => {
    const answer = await reload({ ...options(), ...given });
    await hydrated();
    return answer;
  };
}

/** Holds back the code that hydrates pages. Returns a function that releases it. */
export async function holdBackCode(page: Page): Promise<() => void> {
  let release = () => {};
  const released = new Promise<void>((done) => (release = done));
  heldBack.add(page);
  await page.route(/\/assets\/site-.*\.js$/, async (route) => {
    await released;
    await route.continue();
  });
  return () => {
    heldBack.delete(page);
    release();
  };
}
