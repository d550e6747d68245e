// Waiting for hydration: a page can be read at once, but responds only after its code has loaded.
import type { Page } from '@playwright/test';

const heldBack = new WeakSet<Page>();

/** Waits until React has hydrated the page, which is when it knows whether somebody is signed in. */
async function whenAlive(page: Page): Promise<void> {
  if (heldBack.has(page)) return;
  await page.waitForFunction(() => {
    const root = document.getElementById('root');
    if (root === null) return true;
    const header = root.querySelector('header');
    return header !== null && header.querySelector('noscript') === null;
  });
}

/** Makes every later goto and reload of the page wait until it is hydrated. */
export function waitForLife(page: Page): void {
  const [goto, reload] = [page.goto.bind(page), page.reload.bind(page)];
  page.goto = async (...given) => {
    const answer = await goto(...given);
    await whenAlive(page);
    return answer;
  };
  page.reload = async (...given) => {
    const answer = await reload(...given);
    await whenAlive(page);
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
