// The counters of the home page.
import type { Page } from '@playwright/test';
import { home } from '../../../../ui/test/specification/public-screens.js';
import { expect, test } from '../../support/journey-test.js';

const final = home.counters.map(([figure]) => figure);

const figures = (page: Page) => page.getByRole('region', { name: home.figures });

/** The visible numbers. Those for assistive technology are separate elements. */
async function shown(page: Page): Promise<string[]> {
  const texts = await figures(page).locator('[aria-hidden="true"]').allTextContents();
  return texts.map((text) => text.trim()).filter((text) => /^\d+%?$/.test(text));
}

test('the counters start at 0, count for 2000 ms once in view, and do not repeat', async ({
  page,
}) => {
  await page.clock.install();
  await page.setViewportSize({ width: 1280, height: 700 });
  await page.goto('/');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.clock.pauseAt(Date.now() + 3_600_000);
  expect((await shown(page)).map((text) => parseInt(text, 10))).toEqual([0, 0, 0, 0, 0]);

  await figures(page).scrollIntoViewIfNeeded();
  await figures(page).getByText(home.counters[0][1]).scrollIntoViewIfNeeded();
  // The browser reports visibility in real time. From then on the test controls the clock.
  await expect(async () => {
    await page.clock.runFor(20);
    expect(parseInt((await shown(page))[0] ?? '0', 10)).toBeGreaterThan(0);
  }).toPass();
  await page.clock.runFor(500);
  expect(parseInt((await shown(page))[0] ?? '0', 10)).toBeLessThan(117);
  await page.clock.runFor(2000);
  expect(await shown(page)).toEqual(final);

  await page.evaluate(() => window.scrollTo(0, 0));
  await page.clock.runFor(100);
  await figures(page).scrollIntoViewIfNeeded();
  await page.clock.runFor(100);
  expect(await shown(page)).toEqual(final);
});

test('reduced motion shows the final figures at once and animates nothing', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto('/');
  await expect.poll(() => shown(page)).toEqual(final);
  const moving = await page.evaluate(
    () =>
      document.getAnimations().filter((animation) => {
        const { duration = 0 } = animation.effect?.getComputedTiming() ?? {};
        return typeof duration !== 'number' || duration > 1;
      }).length,
  );
  expect(moving).toBe(0);
});
