// Every route that the build lists, for a visitor: status, title, one heading, no barrier, at both widths.
import { readFileSync } from 'node:fs';
import { expect, expectNoBarriers, test } from '../journey-test.js';

type Entry = { readonly path: string; readonly noindex: boolean; readonly referrer: string };

const entries = JSON.parse(
  readFileSync(new URL('../../../ui/dist/routes.json', import.meta.url), 'utf8'),
) as readonly Entry[];

const widths = [1280, 360] as const;
const titles = new Map<string, string>();

for (const { path, noindex, referrer } of entries) {
  test(`${path} is a whole page at 1280 and 360 px`, async ({ page }) => {
    for (const width of widths) {
      await page.setViewportSize({ width, height: 800 });
      const answer = await page.goto(path);
      expect(answer?.status()).toBe(200);
      expect(answer?.headers()['referrer-policy']).toBe(referrer);
      expect(answer?.headers()['x-robots-tag']).toBe(noindex ? 'noindex' : undefined);
      await expect(page.locator('h1')).toHaveCount(1);
      await expect(page.locator('main')).toHaveCount(1);
      await expectNoBarriers(page);
      const overflow = await page.evaluate(
        () => document.documentElement.scrollWidth - window.innerWidth,
      );
      expect(overflow, `pixels too wide at ${width}`).toBeLessThanOrEqual(0);
    }
    const title = await page.title();
    // Two routes lead to the same page for a visitor who is not signed in, or are one page by specification.
    const landed = new URL(page.url()).pathname;
    if (landed === path) {
      expect(titles.get(title) ?? path, `the title "${title}" is taken`).toBe(path);
      titles.set(title, path);
    }
  });
}

test('an unknown path has status 404, one heading and a way home', async ({ page, watched }) => {
  watched.expectConsoleError(/404/);
  const answer = await page.goto('/no/such/page');
  expect(answer?.status()).toBe(404);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('404 - Oops! Page not found');
  await expectNoBarriers(page);
  await page.getByRole('main').getByRole('link').first().click();
  await expect(page).toHaveURL(/\/$/);
});
