// Header, submenus, mobile menu and page changes. site-header.test.tsx covers delays, clicks and texts.
import type { Locator, Page } from '@playwright/test';
import * as specified from '../../../../ui/test/specification/public-screens.js';
import { expect, expectAccessible, phone, test, wide } from '../../support/journey-test.js';
import { expectNoHorizontalScroll } from '../../support/page-checks.js';

const { navigation, placeholders: submenus } = specified;

const mainBar = (page: Page) => page.getByRole('navigation', { name: 'Main' });
const item = (page: Page, name: string) => mainBar(page).getByRole('link', { name, exact: true });
const opener = (page: Page, name: string) =>
  mainBar(page).getByRole('button', { name: `${name} submenu` });

test.describe('on a wide window', () => {
  test.use({ viewport: wide });

  test('the focus ring is gold on ink and ink on paper', async ({ page }) => {
    await page.goto('/');
    const outline = (place: Locator) =>
      place.evaluate((link) => getComputedStyle(link).outlineColor);
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

  test('a submenu works by keyboard, and Escape restores the focus', async ({ page }) => {
    await page.goto('/');
    for (const [name, entries] of Object.entries(submenus)) {
      const button = opener(page, name);
      await item(page, name).focus();
      await page.keyboard.press('Tab');
      await expect(button).toBeFocused();
      await page.keyboard.press('Enter');
      for (const entry of entries) {
        await page.keyboard.press('Tab');
        await expect(item(page, entry)).toBeFocused();
      }
      await page.keyboard.press('Escape');
      await expect(button).toBeFocused();
      await expect(button).toHaveAttribute('aria-expanded', 'false');
    }
    await opener(page, 'Store').press('Enter');
    await expectAccessible(page);
    await item(page, 'Sponsor a Shirt').press('Enter');
    await expect(page).toHaveURL('/store/sponsor');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sponsor a Shirt');
    await expect(opener(page, 'Store')).toHaveAttribute('aria-expanded', 'false');
  });

  test('the menu bar is opaque after 50 px of scroll, not before', async ({ page }) => {
    await page.goto('/');
    const solid = () =>
      mainBar(page).evaluate((nav) => {
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

  test('a page change moves the focus to the h1, and Back restores the scroll position', async ({
    page,
  }) => {
    await page.goto('/');
    await page.getByRole('contentinfo').scrollIntoViewIfNeeded();
    const before = await page.evaluate(() => window.scrollY);
    expect(before).toBeGreaterThan(0);
    await page.getByRole('contentinfo').getByRole('link', { name: 'FAQ' }).click();
    await expect(page).toHaveURL('/faq');
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0);
    await page.goBack();
    await expect(page).toHaveURL('/');
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(before);
  });

  test('the first Tab stop skips the header', async ({ page }) => {
    await page.goto('/about');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await page.keyboard.press('Tab');
    await expect(page.getByRole('link', { name: 'Skip to main content' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('main')).toBeFocused();
  });
});

test.describe('on a phone', () => {
  test.use({ viewport: phone });

  const menuButton = (page: Page) => page.getByRole('button', { name: 'Open menu' });
  const panel = (page: Page) => page.getByRole('dialog', { name: 'Menu' });

  test('the menu has the links of both bars, traps the focus, and Escape restores it', async ({
    page,
  }) => {
    await page.goto('/');
    await expect(page.getByRole('banner').getByRole('link', { name: 'Donate' })).toBeVisible();
    await menuButton(page).click();
    await expect(panel(page)).toBeVisible();
    const sections = panel(page).getByRole('button', { name: / submenu$/ });
    for (const section of await sections.all()) {
      await expect(section).toHaveAttribute('aria-expanded', 'false');
      await section.click();
    }
    await expectAccessible(page);
    const names = [
      ...Object.entries(submenus).flatMap(([name, entries]) => [name, ...entries]),
      ...navigation.utility,
      navigation.donate,
      navigation.signIn,
    ];
    for (const name of names)
      await expect(panel(page).getByRole('link', { name, exact: true })).toBeVisible();
    for (let step = 0; step < names.length + 10; step += 1) {
      await page.keyboard.press('Tab');
      expect(await panel(page).evaluate((it) => it.contains(document.activeElement))).toBe(true);
    }
    await page.keyboard.press('Escape');
    await expect(panel(page)).toHaveCount(0);
    await expect(menuButton(page)).toBeFocused();
  });
});

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false });

  test('a wide window shows Sign In and at most one submenu', async ({ page }) => {
    await page.setViewportSize(wide);
    await page.goto('/');
    await expect(page.getByRole('banner').getByRole('link', { name: 'Sign In' })).toBeVisible();
    await item(page, 'About').focus();
    await expect(item(page, 'Core Values')).toBeVisible();
    await item(page, 'The Educators Forum').hover();
    await expect(item(page, 'Host a Forum')).toBeHidden();
    await expect(item(page, 'Core Values')).toBeVisible();
  });

  test('a phone has every link in its header', async ({ page }) => {
    await page.setViewportSize(phone);
    await page.goto('/');
    await expect(page.getByRole('banner').getByRole('link', { name: 'Sign In' })).toBeVisible();
    for (const [name, entries] of Object.entries(submenus))
      for (const entry of [name, ...entries]) await expect(item(page, entry)).toBeVisible();
    await expectNoHorizontalScroll(page);
  });
});
