// The routes that public-screens.spec.ts does not cover: those without an index entry, as a visitor sees them, and the
// placeholder pages, posts and reports that differ from a tested one only in their words.
import { expect, expectAccessible, phone, test, wide } from '../../support/journey-test.js';
import {
  expectContent,
  expectLinksWork,
  expectNoHorizontalScroll,
  openRoute,
  zoomed,
} from '../../support/page-checks.js';
import { articlePaths, placeholderPaths, routes } from '../../support/specified-words.js';

// Pages of a feature exist with it only (tests/features).
for (const route of routes.filter(({ noindex, feature }) => noindex && feature === undefined))
  test(`${route.path} is accessible at 1280, 360 and 320 px`, async ({ page }) => {
    for (const size of [wide, phone]) {
      await page.setViewportSize(size);
      await openRoute(page, route);
      await expect(page.locator('h1')).toHaveCount(1);
      await expect(page.locator('main')).toHaveCount(1);
      await expect(page.locator('head > title')).toHaveCount(1);
      await expect(page.locator('link[rel="canonical"]')).toHaveCount(0);
      await expectAccessible(page);
      await expectNoHorizontalScroll(page);
    }
    await page.setViewportSize(zoomed);
    await expectNoHorizontalScroll(page);
  });

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
      await openRoute(page, route);
      await expectContent(page, route.path);
      await expectLinksWork(page);
      await expectAccessible(page);
      for (const size of [wide, phone, zoomed]) {
        await page.setViewportSize(size);
        await expectNoHorizontalScroll(page);
      }
    }
  });
