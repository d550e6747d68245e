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

// counter.test.tsx covers the duration, and that a counter counts once.
test('the counters start at 0 and count once they are in view', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 700 });
  await page.goto('/');
  expect((await shown(page)).map((text) => parseInt(text, 10))).toEqual([0, 0, 0, 0, 0]);
  await figures(page).getByText(home.counters[0][1]).scrollIntoViewIfNeeded();
  await expect.poll(() => shown(page)).toEqual(final);
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
