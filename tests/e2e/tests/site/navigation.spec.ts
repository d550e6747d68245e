// The header and footer of every page: submenus, the opaque bar, the mobile menu, and changing pages.
import type { Locator, Page } from '@playwright/test';
import * as specified from '../../../../ui/test/specification/public-screens.js';
import { expect, expectNoBarriers, test } from '../../support/journey-test.js';

const { navigation, placeholders: submenus } = specified;

const mainBar = (page: Page) => page.getByRole('navigation', { name: 'Main' });
const item = (page: Page, name: string) => mainBar(page).getByRole('link', { name, exact: true });
const opener = (page: Page, name: string) =>
  mainBar(page).getByRole('button', { name: `${name} submenu` });

test.describe('on a wide window', () => {
  test.use({ viewport: { width: 1280, height: 800 } });

  test('the utility bar, the main bar, Donate and Sign In are present and in order', async ({
    page,
  }) => {
    await page.goto('/');
    const utility = page.getByRole('navigation', { name: 'Utility' }).getByRole('link');
    await expect(utility).toHaveText([...navigation.utility, /^\S+@educatorsforum\.example$/]);
    const openers = mainBar(page).getByRole('button');
    await expect(openers).toHaveCount(Object.keys(submenus).length);
    const banner = page.getByRole('banner');
    await expect(banner.getByRole('link', { name: 'Donate' })).toHaveAttribute('href', '/donate');
    await expect(banner.getByRole('link', { name: 'Sign In' })).toHaveAttribute('href', '/auth');
  });

  test('a submenu opens after the pointer has rested for 100 ms', async ({ page }) => {
    await page.clock.install();
    await page.goto('/');
    await page.clock.pauseAt(Date.now() + 3_600_000);
    for (const [name, entries] of Object.entries(submenus)) {
      const button = opener(page, name);
      await item(page, name).hover();
      await page.clock.runFor(99);
      await expect(button).toHaveAttribute('aria-expanded', 'false');
      await page.clock.runFor(1);
      await expect(button).toHaveAttribute('aria-expanded', 'true');
      for (const entry of entries) await expect(item(page, entry)).toBeVisible();
      await page.mouse.move(640, 700);
      await page.clock.runFor(100);
      await expect(button).toHaveAttribute('aria-expanded', 'false');
    }
  });

  test('a click pins a submenu opened by hovering, and Escape closes it', async ({ page }) => {
    await page.goto('/');
    const button = opener(page, 'About');
    await button.hover();
    await expect(button).toHaveAttribute('aria-expanded', 'true');
    await button.click();
    await expect(button).toHaveAttribute('aria-expanded', 'true');
    await button.click();
    await expect(button).toHaveAttribute('aria-expanded', 'false');
    await item(page, 'Store').hover();
    await expect(opener(page, 'Store')).toHaveAttribute('aria-expanded', 'true');
    await page.keyboard.press('Escape');
    await expect(opener(page, 'Store')).toHaveAttribute('aria-expanded', 'false');
  });

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

  test('by keyboard a submenu opens and can be walked through, and Escape restores the focus', async ({
    page,
  }) => {
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
    await expectNoBarriers(page);
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

  test('a change of page moves the focus to the h1, and Back restores the scroll position', async ({
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

  test('the first Tab leads past the header', async ({ page }) => {
    await page.goto('/about');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await page.keyboard.press('Tab');
    await expect(page.getByRole('link', { name: 'Skip to main content' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('main')).toBeFocused();
  });

  test('the footer has the specified text, and its social links lead nowhere', async ({ page }) => {
    await page.goto('/');
    const footer = page.getByRole('contentinfo');
    for (const title of navigation.footer)
      await expect(footer.getByRole('heading', { name: title })).toBeVisible();
    for (const name of navigation.legal)
      await expect(footer.getByRole('link', { name })).toBeVisible();
    await expect(footer).toContainText(navigation.copyrightYear);
    for (const name of specified.contact.social)
      await footer.getByRole('button', { name, exact: true }).click();
    await expect(page).toHaveURL('/');
  });
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 740 } });

  const menuButton = (page: Page) => page.getByRole('button', { name: 'Open menu' });
  const panel = (page: Page) => page.getByRole('dialog', { name: 'Menu' });

  test('the menu mirrors both bars, traps the focus, and Escape restores it', async ({ page }) => {
    await page.goto('/');
    await expect(page.getByRole('banner').getByRole('link', { name: 'Donate' })).toBeVisible();
    await menuButton(page).click();
    await expect(panel(page)).toBeVisible();
    const sections = panel(page).getByRole('button', { name: / submenu$/ });
    for (const section of await sections.all()) {
      await expect(section).toHaveAttribute('aria-expanded', 'false');
      await section.click();
    }
    await expectNoBarriers(page);
    const names = [
      ...Object.entries(submenus).flatMap(([name, entries]) => [name, ...entries]),
      ...[...navigation.utility, navigation.donate, navigation.signIn],
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

  test('the menu closes when a page opens or the window widens', async ({ page }) => {
    await page.goto('/');
    await menuButton(page).click();
    await panel(page).getByRole('button', { name: 'About submenu' }).click();
    await panel(page).getByRole('link', { name: 'Board & Leadership' }).click();
    await expect(page).toHaveURL('/about/board-leadership');
    await expect(panel(page)).toHaveCount(0);
    await menuButton(page).click();
    await expect(panel(page)).toBeVisible();
    await page.setViewportSize({ width: 1400, height: 800 });
    await expect(panel(page)).toHaveCount(0);
  });
});

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false });

  test('a wide window has Sign In, and never two submenus at once', async ({ page }) => {
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.goto('/');
    await expect(page.getByRole('banner').getByRole('link', { name: 'Sign In' })).toBeVisible();
    await item(page, 'About').focus();
    await expect(item(page, 'Core Values')).toBeVisible();
    await item(page, 'The Educators Forum').hover();
    await expect(item(page, 'Host a Forum')).toBeHidden();
    await expect(item(page, 'Core Values')).toBeVisible();
  });

  test('a phone has every link in its header', async ({ page }) => {
    await page.setViewportSize({ width: 360, height: 740 });
    await page.goto('/');
    await expect(page.getByRole('banner').getByRole('link', { name: 'Sign In' })).toBeVisible();
    for (const [name, entries] of Object.entries(submenus))
      for (const entry of [name, ...entries]) await expect(item(page, entry)).toBeVisible();
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    expect(width).toBe(360);
  });
});
