// Features that do not exist yet: the dialog that says so, and the ways out of it.
import type { Page } from '@playwright/test';
import { expect, expectNoBarriers, test } from '../../support/journey-test.js';

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Feature Coming Soon' });
const apply = (page: Page) =>
  page.getByRole('main').getByRole('button', { name: 'Apply to Join the Educators Forum' });

test('says that the feature is unavailable, and Go Back goes back', async ({ page }) => {
  await page.goto('/about');
  await page.getByRole('banner').getByRole('link', { name: 'Educators Forum, home' }).click();
  await expect(page).toHaveURL('/');
  await apply(page).click();
  await expect(dialog(page)).toContainText(
    'We are sorry but that feature is currently unavailable.',
  );
  await expect(dialog(page)).toContainText(/\S will be available soon\./);
  await expectNoBarriers(page);
  await dialog(page).getByRole('button', { name: 'Go Back' }).click();
  await expect(page).toHaveURL('/about');
  await expect(dialog(page)).toHaveCount(0);
});

test('Escape only closes it and restores the focus', async ({ page }) => {
  await page.goto('/about');
  await page.goto('/');
  await apply(page).focus();
  await page.keyboard.press('Enter');
  await expect(dialog(page)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog(page)).toHaveCount(0);
  await expect(apply(page)).toBeFocused();
  await expect(page).toHaveURL('/');
});

test('with nothing to go back to, Go Back only closes it', async ({ page, context }) => {
  await page.goto('/about');
  const opened = context.waitForEvent('page');
  await page.evaluate(() => void window.open('/', '_blank', 'noopener'));
  const alone = await opened;
  await apply(alone).click();
  expect(await alone.evaluate(() => history.length)).toBe(1);
  await dialog(alone).getByRole('button', { name: 'Go Back' }).click();
  await expect(dialog(alone)).toHaveCount(0);
  await expect(alone).toHaveURL('/');
});

test('on Home three buttons open it and the others lead to pages', async ({ page }) => {
  await page.goto('/');
  const main = page.getByRole('main');
  await expect(main.getByRole('link', { name: 'Donate to Support a Teacher' })).toHaveAttribute(
    'href',
    '/donate',
  );
  await main.getByRole('button', { name: 'See Upcoming Seminar Dates' }).click();
  await expect(dialog(page)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(main.locator('a[href="/donate"]')).toHaveCount(2);
  await expect(main.locator('a[href="/contact"]')).toHaveCount(1);
  const opening = main.locator('button[type="button"]');
  await expect(opening).toHaveCount(3);
  await opening.last().click();
  await expect(dialog(page)).toBeVisible();
});

test('in the Store every button opens it, and one link leads to Contact', async ({ page }) => {
  await page.goto('/store');
  const main = page.getByRole('main');
  await expect(main.getByRole('link')).toHaveCount(1);
  await expect(main.getByRole('link', { name: 'Become a Brand Ambassador' })).toHaveAttribute(
    'href',
    '/contact',
  );
  const buttons = await main.getByRole('button').all();
  expect(buttons.length).toBeGreaterThanOrEqual(10);
  for (const button of buttons) {
    await button.click();
    await expect(dialog(page)).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(dialog(page)).toHaveCount(0);
  }
  await expect(page).toHaveURL('/store');
});

test('at 400 % zoom it starts at its title, and Tab reveals Go Back', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 256 });
  await page.goto('/');
  await apply(page).focus();
  await page.keyboard.press('Enter');
  await expect(dialog(page)).toBeVisible();
  const focused = page.locator(':focus');
  await expect(focused).toBeInViewport({ ratio: 1 });
  const goBack = dialog(page).getByRole('button', { name: 'Go Back' });
  if (!(await goBack.evaluate((button) => button === document.activeElement)))
    await page.keyboard.press('Tab');
  await expect(goBack).toBeFocused();
  await expect(goBack).toBeInViewport({ ratio: 1 });
});
