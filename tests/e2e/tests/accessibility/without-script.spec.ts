// Without JavaScript every public page is complete and the menus open.
import type { Page } from '@playwright/test';
import { placeholders as submenus } from '../../../../ui/test/specification/public-screens.js';
import { expect, phone, test, wide } from '../../support/journey-test.js';
import {
  expectNoHorizontalScroll,
  expectPicturesLoad,
  expectWords,
} from '../../support/page-checks.js';
import { publicScreens, wordsOf } from '../../support/specified-words.js';

test.use({ javaScriptEnabled: false });

const item = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name, exact: true });

/** Text that only a script renders. */
const byScript = /^(Showing|All Posts$)/;

// public-screens.spec.ts covers title and heading, and static-site.test.tsx that a script changes nothing of the HTML.
for (const { path } of publicScreens)
  test(`${path} can be read without script`, async ({ page }) => {
    await page.goto(path);
    await expect(page.locator('noscript').filter({ hasText: 'needs JavaScript' })).toHaveCount(0);
    const words = wordsOf(path).filter((word) => !byScript.test(word));
    expectWords(await page.getByRole('main').innerText(), words);
    await expect(page.getByRole('banner').getByRole('link', { name: 'Donate' })).toBeVisible();
    await expect(page.getByRole('contentinfo').getByRole('link').first()).toBeVisible();
    await expectPicturesLoad(page);
  });

test('a page that needs a script explains that and links to pages that do not', async ({
  page,
}) => {
  for (const [path, title] of [
    ['/auth', 'Sign In'],
    ['/apply', 'Membership Application'],
    ['/admin', 'Admin Dashboard'],
    ['/account', 'Your Account'],
    ['/auth/confirm', 'Confirm your email address'],
    ['/auth/recover', 'Forgot your password?'],
    ['/auth/reset', 'Choose a new password'],
    ['/auth/restore', 'Restore your email address'],
  ] as const) {
    await page.goto(path);
    await expect(page).toHaveTitle(`${title} | Educators Forum`);
    const heading = page.getByRole('heading', { level: 1 });
    await expect(heading).toHaveText(title);
    await expect(heading).toBeInViewport();
    await expect(page.getByRole('main')).toContainText('This page needs JavaScript');
  }
  await page.getByRole('link', { name: 'Reports & Insights' }).click();
  await expect(page.getByRole('banner')).toBeVisible();
});

test('a wide window opens one submenu at a time', async ({ page }) => {
  await page.setViewportSize(wide);
  await page.goto('/');
  await expect(page.getByRole('banner').getByRole('link', { name: 'Sign In' })).toBeVisible();
  await expect(item(page, 'Core Values')).toBeHidden();
  await item(page, 'About').hover();
  await expect(item(page, 'Core Values')).toBeVisible();
  await item(page, 'About').focus();
  await item(page, 'The Educators Forum').hover();
  await expect(item(page, 'Host a Forum')).toBeHidden();
  await item(page, 'Core Values').click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Core Values');
});

test('a phone has every link in its header', async ({ page }) => {
  await page.setViewportSize(phone);
  await page.goto('/');
  await expect(page.getByRole('banner').getByRole('link', { name: 'Sign In' })).toBeVisible();
  for (const [name, entries] of Object.entries(submenus))
    for (const entry of [name, ...entries]) await expect(item(page, entry)).toBeVisible();
  await page.getByRole('banner').getByRole('link', { name: 'Store', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('The Educators Forum Store');
  await expectNoHorizontalScroll(page);
});

for (const path of ['/', '/blog', '/contact']) {
  test(`a form of ${path} that is submitted without its script sends nothing`, async ({ page }) => {
    await page.goto(path);
    const form = page.getByRole('main').locator('form[method="dialog"]');
    await form.getByLabel(/name/i).first().fill('Ada Lovelace');
    await form
      .getByLabel(/e-?mail/i)
      .first()
      .fill('ada@school.example');
    for (const area of await form.locator('textarea').all()) await area.fill('Hello.');
    for (const choice of await form.locator('select').all())
      await choice.selectOption({ index: 1 });
    const requests: string[] = [];
    page.on('request', (request) => requests.push(request.url()));
    await form.locator('button[type=submit]').click();
    expect(requests).toEqual([]);
    expect(new URL(page.url()).search).toBe('');
  });
}
