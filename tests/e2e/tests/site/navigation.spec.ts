// Header styles, the skip link and the menus. tests/engines covers the menus by keyboard and in Safari.
import type { Locator } from '@playwright/test';
import { expect, phone, test, wide } from '../../support/journey-test.js';

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

test('a submenu opened by hovering closes on Escape, on the second press, and with the pointer elsewhere', async ({
  page,
}) => {
  await page.goto('/');
  const menu = page.getByRole('navigation', { name: 'Main' });
  const button = menu.getByRole('button', { name: 'About submenu' });
  const donate = page.getByRole('banner').getByRole('link', { name: 'Donate' });
  const isOpen = (open: boolean) => expect(button).toHaveAttribute('aria-expanded', String(open));
  const hover = async () => {
    await page.mouse.move(640, 700);
    await isOpen(false);
    await button.hover();
    await isOpen(true);
  };
  await hover();
  await donate.focus();
  await page.keyboard.press('Escape');
  await isOpen(false);
  await expect(donate).toBeFocused();

  await hover();
  await button.click();
  await isOpen(true);
  await button.click();
  await isOpen(false);

  await hover();
  await page.mouse.move(640, 700);
  await isOpen(false);

  await button.press('Enter');
  await isOpen(true);
  await menu.getByRole('link', { name: 'Store', exact: true }).hover();
  await expect(menu.getByRole('link', { name: 'Sponsor a Shirt' })).toBeVisible();
  await isOpen(false);

  await page.mouse.move(640, 700);
  await button.press('Enter');
  await isOpen(true);
  await donate.focus();
  await isOpen(false);
});

test('the mobile menu mirrors the header, and closes when a link opens a page or the window becomes wide', async ({
  page,
}) => {
  await page.setViewportSize(phone);
  await page.goto('/');
  const panel = page.getByRole('dialog', { name: 'Menu' });
  const link = (name: string) => panel.getByRole('link', { name, exact: true });
  const open = () => page.getByRole('button', { name: 'Open menu' }).click();
  await open();
  await expect(link('Mission & Vision')).toHaveCount(0);
  await panel.getByRole('button', { name: 'About submenu' }).click();
  for (const name of ['Donate', 'About', 'FAQ', 'Mission & Vision'])
    await expect(link(name)).toBeVisible();
  await link('About').click();
  await expect(page).toHaveURL('/about');
  await expect(panel).toHaveCount(0);
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await expect(page.locator('p[aria-live=polite]').last()).toHaveText('About');

  await open();
  await page.setViewportSize({ ...phone, height: 500 });
  await expect(panel).toBeVisible();
  await page.setViewportSize(wide);
  await expect(panel).toHaveCount(0);
});
