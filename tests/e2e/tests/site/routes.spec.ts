// Every route for a visitor: status, headers, title, words, pictures and accessibility. One placeholder page, post and
// report is tested in full. The others differ only in their words and have a shorter test.
import type { Page } from '@playwright/test';
import { expect, expectAccessible, phone, test, wide } from '../../support/journey-test.js';
import {
  expectNoHorizontalScroll,
  expectPictures,
  expectWords,
  withEachPartOpen,
} from '../../support/page-checks.js';
import {
  articlePaths,
  headingOf,
  placeholderPaths,
  publicScreens,
  type RouteEntry,
  routes,
  titles,
  wordsOf,
} from '../../support/specified-words.js';

/** A window of 1280 by 1024 px, zoomed to 400 %. */
const zoomed = { width: 320, height: 256 };

/** Opens a route and checks status and headers. */
async function open(page: Page, { path, noindex, referrer }: RouteEntry) {
  const answer = await page.goto(path);
  expect(answer?.status()).toBe(200);
  expect(answer?.headers()['referrer-policy']).toBe(referrer);
  expect(answer?.headers()['x-robots-tag']).toBe(noindex ? 'noindex' : undefined);
}

/** Checks title, heading, words and pictures. */
async function expectContent(page: Page, path: string): Promise<void> {
  await expect(page).toHaveTitle(titles.get(path) ?? 'a title in the table of screens');
  await expect(page.locator('h1')).toHaveText(headingOf(path));
  await expectWords(page.getByRole('main'), wordsOf(path));
  await expectPictures(page);
}

async function expectFits(page: Page): Promise<void> {
  await expectAccessible(page);
  await expectNoHorizontalScroll(page);
}

const represented = [...placeholderPaths, ...articlePaths];

for (const route of routes.filter(({ path }) => !represented.includes(path))) {
  test(`${route.path} is complete and accessible at 1280, 360 and 320 px`, async ({ page }) => {
    const isPublic = publicScreens.some(({ path }) => path === route.path);
    for (const size of [wide, phone]) {
      await page.setViewportSize(size);
      await open(page, route);
      await expect(page.locator('h1')).toHaveCount(1);
      await expect(page.locator('main')).toHaveCount(1);
      if (isPublic && size === wide) await expectContent(page, route.path);
      await expectFits(page);
      if (isPublic) await withEachPartOpen(page, () => expectFits(page));
    }
    await page.setViewportSize(zoomed);
    await expectNoHorizontalScroll(page);
  });
}

for (const [what, paths, count] of [
  ['placeholder pages', placeholderPaths, 18],
  ['posts', articlePaths.filter((path) => path.startsWith('/blog/')), 9],
  ['reports', articlePaths.filter((path) => path.startsWith('/reports/')), 10],
] as const)
  test(`the other ${what} are complete and accessible at 1280, 360 and 320 px`, async ({
    page,
  }) => {
    test.slow();
    const others = routes.filter(({ path }) => paths.includes(path));
    expect(others).toHaveLength(count);
    for (const route of others) {
      await page.setViewportSize(wide);
      await open(page, route);
      await expectContent(page, route.path);
      await expectAccessible(page);
      for (const size of [wide, phone, zoomed]) {
        await page.setViewportSize(size);
        await expectNoHorizontalScroll(page);
      }
    }
  });
