// Header styles and the skip link. site-header.test.tsx and tests/engines cover the menus.
import type { Locator } from '@playwright/test';
import { expect, test, wide } from '../../support/journey-test.js';

test.use({ viewport: wide });

test('the focus ring is gold on ink and ink on paper', async ({ page }) => {
  await page.goto('/');
  const outline = (place: Locator) => place.evaluate((link) => getComputedStyle(link).outlineColor);
  const home = { name: 'Educators Forum, home' };
  for (const [part, colour] of [
    ['banner', 'rgb(22, 50, 79)'],
    ['contentinfo', 'rgb(224, 165, 38)'],
  ] as const) {
    const link = page.getByRole(part).getByRole('link', home);
    await page.keyboard.press('Tab');
    await link.focus();
    expect(await outline(link)).toBe(colour);
  }
});

test('the menu bar is opaque after 50 px of scroll, not before', async ({ page }) => {
  await page.goto('/');
  const solid = () =>
    page.getByRole('navigation', { name: 'Main' }).evaluate((nav) => {
      const header = nav.closest('header');
      for (let place = nav.parentElement; place; place = place.parentElement) {
        if (!/(^transparent|, 0\)|\/ 0\))$/.test(getComputedStyle(place).backgroundColor))
          return true;
        if (place === header) break;
      }
      return false;
    });
  const scrollTo = (y: number) => page.evaluate((top) => window.scrollTo(0, top), y);
  await expect.poll(solid).toBe(false);
  await scrollTo(51);
  await expect.poll(solid).toBe(true);
  await scrollTo(50);
  await expect.poll(solid).toBe(false);
});

test('the first Tab stop skips the header', async ({ page }) => {
  await page.goto('/about');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to main content' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('main')).toBeFocused();
});
