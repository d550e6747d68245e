// Every route that the build lists, for a visitor: status, headers, title, words, pictures, accessibility, at each
// width. The placeholder pages differ only in their words: one of them is tested like any page, the others for their
// words.
import type { Page } from '@playwright/test';
import { expect, expectNoBarriers, test } from '../../support/journey-test.js';
import {
  expectNoSidewaysScroll,
  expectPictures,
  expectWords,
  withEachPartOpen,
} from '../../support/page-checks.js';
import {
  articlePaths,
  headingOf,
  placeholderPaths,
  publicRoutes,
  publicScreens,
  type RouteEntry,
  routes,
  titles,
  wordsOf,
} from '../../support/specified-words.js';

const wide = { width: 1280, height: 800 };
const phone = { width: 360, height: 800 };
/** A window of 1280 by 1024 px, zoomed to 400 %. */
const zoomed = { width: 320, height: 256 };

/** Opens a route and checks status and headers. */
async function open(page: Page, { path, noindex, referrer }: RouteEntry) {
  const answer = await page.goto(path);
  expect(answer?.status()).toBe(200);
  expect(answer?.headers()['referrer-policy']).toBe(referrer);
  expect(answer?.headers()['x-robots-tag']).toBe(noindex ? 'noindex' : undefined);
}

const represented = [...placeholderPaths, ...articlePaths];

for (const route of routes.filter(({ path }) => !represented.includes(path))) {
  test(`${route.path} is a complete page at 1280, 360 and 320 px`, async ({ page }) => {
    for (const size of [wide, phone]) {
      await page.setViewportSize(size);
      await open(page, route);
      await expect(page.locator('h1')).toHaveCount(1);
      await expect(page.locator('main')).toHaveCount(1);
      await expectNoBarriers(page);
      await expectNoSidewaysScroll(page);
    }
    await page.setViewportSize(zoomed);
    await expectNoSidewaysScroll(page);
  });
}

for (const [what, paths, count] of [
  ['placeholder pages', placeholderPaths, 18],
  ['posts', articlePaths.filter((path) => path.startsWith('/blog/')), 9],
  ['reports', articlePaths.filter((path) => path.startsWith('/reports/')), 10],
] as const)
  test(`the other ${what} have their title and words, are accessible, and fit at 1280, 360 and 320 px`, async ({
    page,
  }) => {
    test.slow();
    const others = routes.filter(({ path }) => paths.includes(path));
    expect(others).toHaveLength(count);
    for (const route of others) {
      await page.setViewportSize(wide);
      await open(page, route);
      await expect(page).toHaveTitle(titles.get(route.path) ?? 'a title in the table of screens');
      await expect(page.locator('h1')).toHaveText(headingOf(route.path));
      await expectWords(page.getByRole('main'), wordsOf(route.path));
      await expectPictures(page);
      await expectNoBarriers(page);
      for (const size of [wide, phone, zoomed]) {
        await page.setViewportSize(size);
        await expectNoSidewaysScroll(page);
      }
    }
  });

for (const { path } of publicScreens) {
  test(`${path} has its title, words and pictures, and is accessible when everything is expanded`, async ({
    page,
  }) => {
    await page.goto(path);
    await expect(page).toHaveTitle(titles.get(path) ?? 'a title in the table of screens');
    await expect(page.locator('h1')).toHaveText(headingOf(path));
    await expectWords(page.getByRole('main'), wordsOf(path));
    await expectPictures(page);
    for (const size of [wide, phone]) {
      await page.setViewportSize(size);
      await withEachPartOpen(page, async () => {
        await expectNoBarriers(page);
        await expectNoSidewaysScroll(page);
      });
    }
  });
}

test('no two public routes share a title', () => {
  const own = publicRoutes.map(({ path }) => titles.get(path));
  expect(new Set(own).size).toBe(publicRoutes.length);
});

test('an unknown path has status 404, one heading and a way home', async ({ page, watched }) => {
  watched.expectConsoleError(/404/);
  const answer = await page.goto('/no/such/page');
  expect(answer?.status()).toBe(404);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('404 - Oops! Page not found');
  await expectNoBarriers(page);
  await page.getByRole('main').getByRole('link').first().click();
  await expect(page).toHaveURL(/\/$/);
});
