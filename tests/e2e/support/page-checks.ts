// Checks for all pages.
import { stripVTControlCharacters } from 'node:util';
import { type APIRequestContext, expect, type Page, test } from '@playwright/test';
import { plain } from '../../../ui/test/specification/content-words.js';
import { headingOf, type RouteEntry, titles, wordsOf } from './specified-words.js';
import { stack } from './stack.js';

/** A window of 1280 by 1024 px, zoomed to 400 %. */
export const zoomed = { width: 320, height: 256 };

/** Runs a check as a step. A failure is reported under its name and does not stop the next check. */
export async function check(name: string, work: () => Promise<void>): Promise<void> {
  await test.step(name, async () => {
    const fault = await work().then(
      () => 'none',
      (error: unknown) => stripVTControlCharacters(String(error)),
    );
    expect.soft(fault, name).toBe('none');
  });
}

/** Opens a route and checks status and headers. */
export async function openRoute(page: Page, { path, noindex, referrer }: RouteEntry) {
  const answer = await page.goto(path);
  expect(answer?.status()).toBe(200);
  expect(answer?.headers()['referrer-policy']).toBe(referrer);
  expect(answer?.headers()['x-robots-tag']).toBe(noindex ? 'noindex' : undefined);
}

/** Checks title, landmarks, heading, words (also collapsed ones) and pictures. */
export async function expectContent(page: Page, path: string): Promise<void> {
  await expect(page).toHaveTitle(titles.get(path) ?? 'a title in the table of screens');
  await expect(page.locator('main')).toHaveCount(1);
  await expect(page.locator('h1')).toHaveText(headingOf(path));
  expectWords(await page.getByRole('main').textContent(), wordsOf(path));
  await expectPictures(page);
}

export function expectWords(text: string | null, words: readonly string[]): void {
  const shown = plain(text ?? '');
  expect(words.filter((word) => !shown.includes(plain(word)))).toEqual([]);
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

/** Less than the links of the header and the footer. */
const MIN_LINKS = 20;

/** Fragments that a script renders. scroll.spec.ts opens them. */
const BY_SCRIPT = new Set(['/auth#sign-up']);

/** The ids in the HTML of each address, or the status of a failed request. One request per worker and address. */
const answers = new Map<string, Promise<readonly string[] | number>>();

async function request(from: APIRequestContext, address: string) {
  const answer = await from.get(address);
  if (answer.status() !== 200) return answer.status();
  return [...(await answer.text()).matchAll(/\sid="([^"]+)"/g)].map(([, id]) => id ?? '');
}

function idsAt(from: APIRequestContext, address: string) {
  const answer = answers.get(address) ?? request(from, address);
  answers.set(address, answer);
  return answer;
}

async function faultOf(from: APIRequestContext, address: string): Promise<string | null> {
  const url = new URL(address === '' ? 'nowhere:' : address);
  if (url.protocol === 'mailto:' && /^[^@]+@educatorsforum\.example$/.test(url.pathname))
    return null;
  if (url.protocol === 'tel:' && /555/.test(url.pathname)) return null;
  if (url.origin !== stack().url) return `${address} leads to another site`;
  const fragment = decodeURIComponent(url.hash.slice(1));
  const isByScript = BY_SCRIPT.has(url.pathname + url.hash);
  url.hash = '';
  const ids = await idsAt(from, url.href);
  if (typeof ids === 'number') return `${url.href} has status ${ids}`;
  if (fragment === '' || isByScript || ids.filter((id) => id === fragment).length === 1)
    return null;
  return `${url.href} has no single element #${fragment}`;
}

/** Expects that every link leads to a page and a fragment that exist. The document contains all links at any width, except those of the mobile menu. */
export async function expectLinksWork(page: Page): Promise<void> {
  const addresses = await page.evaluate(() => [
    ...new Set([...document.querySelectorAll('a')].map((link) => link.href)),
  ]);
  expect(addresses.length).toBeGreaterThan(MIN_LINKS);
  const faults: string[] = [];
  for (const address of addresses) {
    const fault = await faultOf(page.request, address);
    if (fault !== null) faults.push(fault);
  }
  expect(faults).toEqual([]);
}
