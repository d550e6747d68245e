// When a page lives: its HTML can be read at once, its buttons answer when its code has come.
import type { Page } from '@playwright/test';

const heldBack = new WeakSet<Page>();

/** Waits until React has taken the page over, which is when it knows whether somebody is signed in. */
async function whenAlive(page: Page): Promise<void> {
  if (heldBack.has(page)) return;
  await page.waitForFunction(() => {
    const root = document.getElementById('root');
    if (root === null) return true;
    const header = root.querySelector('header');
    return header !== null && header.querySelector('noscript') === null;
  });
}

/** Lets every later goto and reload of the page wait until it lives. */
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

/** Holds back the code that brings pages to life. Returns what lets it come. */
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
