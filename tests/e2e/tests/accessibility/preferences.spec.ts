// Preferences: large text, reduced motion and forced colors. public-screens.spec.ts covers large text on the public pages.
import type { Page } from '@playwright/test';
import { confirmedApplicant, pendingApplications } from '../../support/applicants.js';
import { expect, phone, test, wide } from '../../support/journey-test.js';
import { expectFitsAtDoubleTextSize } from '../../support/page-checks.js';
import { administrator } from '../../support/stack.js';
import { startAs } from '../../support/steps.js';

test('the pages of signed-in users fit a phone at double text size', async ({
  page,
  elsewhere,
}) => {
  const expectFit = async (screen: Page, path: string, ready: string | RegExp) => {
    await screen.setViewportSize(phone);
    await screen.goto(path);
    await expect(screen.getByText(ready).first()).toBeVisible();
    await expectFitsAtDoubleTextSize(screen);
  };
  await startAs(page, await confirmedApplicant());
  await expectFit(page, '/apply', 'Step 1 of 3');
  await expectFit(page, '/account', 'Delete my account');
  await startAs(elsewhere, administrator());
  await expectFit(elsewhere, '/admin', 'Total');
  const { ids } = await pendingApplications(1);
  await expectFit(elsewhere, `/admin?application=${ids[0]}`, 'Teaching Experience');
});

test('the hero image moves only from 768 px up and not with reduced motion', async ({ page }) => {
  const moves = async () => {
    await page.reload();
    const top = () =>
      page
        .locator('main img')
        .first()
        .evaluate((image) => getComputedStyle(image).translate + getComputedStyle(image).transform);
    const before = await top();
    await page.evaluate(() => window.scrollTo(0, 150));
    await page.evaluate(
      () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
    );
    return (await top()) !== before;
  };
  await page.setViewportSize({ width: 768, height: 700 });
  await page.goto('/about');
  expect(await moves()).toBe(true);
  await page.setViewportSize({ width: 767, height: 700 });
  expect(await moves()).toBe(false);
  await page.setViewportSize({ width: 1280, height: 700 });
  await page.emulateMedia({ reducedMotion: 'reduce' });
  expect(await moves()).toBe(false);
});

test('forced colors underline only the menu item of the current page', async ({ page }) => {
  // The browser then also draws transparent borders.
  await page.emulateMedia({ forcedColors: 'active' });
  await page.setViewportSize(wide);
  await page.goto('/about');
  const menu = page.getByRole('navigation', { name: 'Main' });
  const line = (name: string) =>
    menu
      .getByRole('link', { name, exact: true })
      .evaluate((link) => getComputedStyle(link).borderBottomColor);
  const ground = await page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  for (const name of ['Reports & Insights', 'Teacher Directory', 'Store'])
    expect(await line(name), name).toBe(ground);
  expect(await line('About')).not.toBe(ground);
});
