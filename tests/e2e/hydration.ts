// When the buttons of a page answer: its HTML can be read at once, React takes it over when its code has come.
import type { Page } from '@playwright/test';

/** The mark of app/root-layout.tsx; a page that is none of the site's has no root to take over. */
const HYDRATED = 'html[data-hydrated], html:not(:has(#root))';

const heldBack = new WeakSet<Page>();

/** Lets every later goto and reload of the page wait until it is hydrated. */
export function waitForHydration(page: Page): void {
  const hydrated = async () => {
    if (!heldBack.has(page)) await page.waitForSelector(HYDRATED, { state: 'attached' });
  };
  const [goto, reload] = [page.goto.bind(page), page.reload.bind(page)];
  page.goto = async (...given) => {
    const answer = await goto(...given);
    await hydrated();
    return answer;
  };
  page.reload = async (...given) => {
    const answer = await reload(...given);
    await hydrated();
    return answer;
  };
}

/** Holds back the code that hydrates pages. Returns what lets it come. */
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
