// With forced colors the browser also draws transparent borders.
import { expect, test } from '../../support/journey-test.js';

test('forced colors underline only the menu item of the current page', async ({ page }) => {
  await page.emulateMedia({ forcedColors: 'active' });
  await page.setViewportSize({ width: 1280, height: 800 });
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
