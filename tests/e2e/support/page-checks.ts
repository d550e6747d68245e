// Checks for all pages.
import { expect, type Locator, type Page } from '@playwright/test';
import { plain } from '../../../ui/test/specification/content-words.js';
import { headingOf, type RouteEntry, titles, wordsOf } from './specified-words.js';
import { stack } from './stack.js';

/** A window of 1280 by 1024 px, zoomed to 400 %. */
export const zoomed = { width: 320, height: 256 };

/** Opens a route and checks status and headers. */
export async function openRoute(page: Page, { path, noindex, referrer }: RouteEntry) {
  const answer = await page.goto(path);
  expect(answer?.status()).toBe(200);
  expect(answer?.headers()['referrer-policy']).toBe(referrer);
  expect(answer?.headers()['x-robots-tag']).toBe(noindex ? 'noindex' : undefined);
}

/** Checks title, landmarks, heading, words and pictures. */
export async function expectContent(page: Page, path: string): Promise<void> {
  await expect(page).toHaveTitle(titles.get(path) ?? 'a title in the table of screens');
  await expect(page.locator('main')).toHaveCount(1);
  await expect(page.locator('h1')).toHaveText(headingOf(path));
  await expectWords(page.getByRole('main'), wordsOf(path));
  await expectPictures(page);
}

export function expectWordsIn(text: string, words: readonly string[]): void {
  const shown = plain(text);
  expect(words.filter((word) => !shown.includes(plain(word)))).toEqual([]);
}

/** Expects the words in the text, including collapsed text. */
async function expectWords(place: Locator, words: readonly string[]): Promise<void> {
  expectWordsIn((await place.textContent()) ?? '', words);
}

/** Expects the words in the visible text. */
export async function expectVisibleWords(place: Locator, words: readonly string[]): Promise<void> {
  expectWordsIn(await place.innerText(), words);
}

/** Expects that each picture loads and has an `alt`, which is empty for decoration. */
async function expectPictures(page: Page): Promise<void> {
  const faults = await page.evaluate(async () => {
    const pictures = [...document.images];
    for (const picture of pictures) picture.loading = 'eager';
    const checked = await Promise.all(
      pictures.map(async (picture) => {
        await picture.decode().catch(() => undefined);
        if (picture.naturalWidth === 0) return `${picture.src} is broken`;
        if (!picture.hasAttribute('alt')) return `${picture.src} has no alternative text`;
        return null;
      }),
    );
    return checked.filter((fault) => fault !== null);
  });
  expect(faults).toEqual([]);
}

/** Waits until every picture of the document has loaded. */
export async function expectPicturesLoad(page: Page): Promise<void> {
  const missing = () =>
    page.evaluate(() => [...document.images].filter(({ naturalWidth }) => !naturalWidth).length);
  await expect.poll(missing).toBe(0);
}

/** WCAG 1.4.4: text at 200 %. */
export async function expectFitsAtDoubleTextSize(page: Page): Promise<void> {
  await page.evaluate(() => (document.documentElement.style.fontSize = '200%'));
  await expectNoHorizontalScroll(page);
}

export async function expectNoHorizontalScroll(page: Page): Promise<void> {
  const width = page.viewportSize()?.width;
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(overflow, `pixels too wide at ${width}`).toBeLessThanOrEqual(0);
}

/** Calls `check` with each further tab of the page open, then with the first tab and everything expanded. */
export async function withEachPartOpen(page: Page, check: () => Promise<void>): Promise<void> {
  const main = page.getByRole('main');
  const tabs = main.getByRole('tab');
  for (const tab of (await tabs.all()).slice(1)) {
    await tab.click();
    await check();
  }
  if ((await tabs.count()) > 0) await tabs.first().click();
  const folded = main.locator(
    ':is(details:not([open]) > summary, button[aria-expanded="false"]):visible',
  );
  if ((await folded.count()) === 0) return;
  while ((await folded.count()) > 0) await folded.first().click();
  await check();
}

/** Expects title, description and canonical URL exactly once each. */
export async function expectHeadOf(page: Page, path: string): Promise<void> {
  await expect(page.locator('head > title')).toHaveCount(1);
  await expect(page.locator('meta[name="description"]')).toHaveCount(1);
  await expect(page.locator('link[rel="canonical"]')).toHaveCount(1);
  // The policies are one page at two paths.
  const canonical = path === '/terms' ? '/privacy' : path;
  await expect(page.locator('link[rel="canonical"]')).toHaveAttribute(
    'href',
    stack().url + canonical,
  );
}
