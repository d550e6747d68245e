// Every link of a public page leads to a page and a fragment that exist.
import type { Page } from '@playwright/test';
import { expect, test } from '../../support/journey-test.js';
import { publicRoutes } from '../../support/specified-words.js';
import { stack } from '../../support/stack.js';

/** The document contains all links at any width, except those of the mobile menu. */
async function addressesOn(page: Page): Promise<string[]> {
  return page.evaluate(() => [...document.querySelectorAll('a')].map((link) => link.href));
}

test('no public page has a broken link', async ({ page }) => {
  test.setTimeout(180_000);
  const foundOn = new Map<string, string>();
  for (const { path } of publicRoutes) {
    await page.goto(path);
    for (const address of await addressesOn(page)) foundOn.set(address, path);
  }
  const faults: string[] = [];
  const pages = new Map<string, string[]>();
  for (const [address, from] of foundOn) {
    const url = new URL(address === '' ? 'nowhere:' : address);
    if (url.protocol === 'mailto:' && /^[^@]+@educatorsforum\.example$/.test(url.pathname))
      continue;
    if (url.protocol === 'tel:' && /555/.test(url.pathname)) continue;
    if (url.origin !== stack().url) {
      faults.push(`${from}: ${address} leads to another site`);
      continue;
    }
    const part = decodeURIComponent(url.hash.slice(1));
    url.hash = '';
    pages.set(url.href, [...(pages.get(url.href) ?? []), ...(part === '' ? [] : [part])]);
  }
  for (const [address, parts] of pages) {
    const answer = await page.goto(address);
    if (answer?.status() !== 200) faults.push(`${address} has status ${answer?.status()}`);
    await page.locator('h1').waitFor();
    for (const part of parts)
      if ((await page.locator(`[id="${part}"]`).count()) !== 1)
        faults.push(`${address} has no part ${part}`);
  }
  expect(faults).toEqual([]);
  expect(pages.size).toBeGreaterThan(publicRoutes.length);
});
