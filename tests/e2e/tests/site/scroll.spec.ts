// The scroll position after navigation, Back, reload and fragments, and a failed preload.
import type { Page } from '@playwright/test';
import { paths, placeholderPages } from '../../../../ui/src/content/site/pages.js';
import { expect, test } from '../../support/journey-test.js';
import { delayHydration } from '../../support/hydration.js';

const y = (page: Page) => page.evaluate(() => window.scrollY);
const scrollTo = (page: Page, top: number) => page.evaluate((to) => window.scrollTo(0, to), top);
const main = (page: Page) => page.getByRole('main');
const footerLink = (page: Page, name: string) =>
  page.getByRole('contentinfo').getByRole('link', { name, exact: true }).first();

test('a new document starts at the top, and Back restores the position', async ({ page }) => {
  await page.goto('/about');
  await scrollTo(page, 1500);
  await page.goto('/reports');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect.poll(() => y(page)).toBe(0);
  await scrollTo(page, 400);
  await page.goBack();
  await expect.poll(() => y(page)).toBe(1500);
});

test('Back restores the scroll position, even after a reload in between', async ({ page }) => {
  await page.goto('/store');
  await footerLink(page, 'Contact').focus();
  await scrollTo(page, 1200);
  await footerLink(page, 'Contact').press('Enter');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Contact Us');
  await expect.poll(() => y(page)).toBe(0);
  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Contact Us');
  await page.goBack();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('The Educators Forum Store');
  await expect.poll(() => y(page)).toBeGreaterThan(1000);
});

test('Back before hydration takes effect after it', async ({ page }) => {
  const title = page.getByRole('heading', { level: 1 });
  await page.goto('/store');
  await page.waitForLoadState('networkidle');
  await footerLink(page, 'Contact').click();
  await expect(title).toHaveText('Contact Us');
  const release = await delayHydration(page);
  await page.reload();
  // DevTools may not know of the reload yet and refuse to go back.
  await page.evaluate(() => window.history.back());
  await page.waitForURL('/store', { waitUntil: 'commit' });
  await expect(title).toHaveText('Contact Us');
  release();
  await expect(title).toHaveText('The Educators Forum Store');
  await page.goForward();
  await expect(title).toHaveText('Contact Us');
});

test('/terms starts at the Terms of Use, and a reload or Back keeps the scroll position', async ({
  page,
}) => {
  const terms = page.getByRole('heading', { name: 'Terms of Use' });
  await page.goto('/privacy');
  expect(await y(page)).toBe(0);
  await expect(page.locator('body')).toBeFocused();
  await footerLink(page, 'Terms of Use').click();
  await expect(terms).toBeFocused();
  await expect(terms).toBeInViewport();
  await footerLink(page, 'FAQ').focus();
  await scrollTo(page, 300);
  await page.keyboard.press('Enter');
  const title = page.getByRole('heading', { level: 1 });
  await expect(title).toHaveText('Frequently Asked Questions');
  await page.goBack();
  await expect(title).toHaveText('Privacy & Terms');
  await expect(title).toBeFocused();
  await expect.poll(() => y(page)).toBe(300);
  await page.goto('/terms#your-rights');
  await expect(page.locator('#your-rights')).toBeFocused();
  await page.goto('/about');
  await page.goto('/terms');
  await expect(terms).toBeFocused();
  const start = await expect
    .poll(() => y(page))
    .toBeGreaterThan(500)
    .then(() => y(page));
  await scrollTo(page, 300);
  await page.reload();
  await expect(main(page)).toBeVisible();
  await page.waitForLoadState('networkidle');
  await expect.poll(() => y(page)).toBe(300);
  expect(start).toBeGreaterThan(300);
});

test('a fragment typed into the URL scrolls to its target', async ({ page }) => {
  await page.goto('/about');
  await footerLink(page, 'Blog').click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('News & Updates');
  await page.evaluate(() => {
    window.location.hash = '#the-bell-before-the-bell';
  });
  await expect(page.locator('#the-bell-before-the-bell')).toBeInViewport();
});

test('a fragment opens its answer of the FAQ, on load and later', async ({ page }) => {
  await page.goto('/faq');
  const items = main(page).locator('details');
  const [first, last] = [items.nth(1), items.last()];
  const ids = await items.evaluateAll((all) => all.map(({ id }) => id));
  expect(new Set(ids).size).toBe(ids.length);
  await page.goto('/about');
  await page.goto(`/faq#${ids.at(-1)}`);
  await expect(last).toHaveAttribute('open', '');
  await expect(last).toBeInViewport();
  await expect(last.locator('summary')).toBeFocused();
  await page.evaluate((id) => (location.hash = `#${id}`), ids[1]);
  await expect(first).toHaveAttribute('open', '');
  await expect(main(page).locator('details[open]')).toHaveCount(2);
  await page.goto('/about');
  await page.goto('/faq#no-such-question');
  await expect(main(page).locator('details[open]')).toHaveCount(0);
});

test('a failed preload of another page loses no input', async ({ page, watched }) => {
  watched.expectConsoleError(/404|dynamically imported module/);
  await page.goto('/contact');
  await page.getByRole('textbox', { name: 'Message' }).fill('Half a letter');
  const code = /\/assets\/store-page.*\.js$/;
  await page.route(code, (route) => route.fulfill({ status: 404 }));
  const missed = page.waitForResponse(/\/assets\/store-page/);
  await footerLink(page, 'Store').hover();
  await missed;
  await expect(page.getByRole('textbox', { name: 'Message' })).toHaveValue('Half a letter');

  // Following the link reloads the document once and then shows the error page.
  await footerLink(page, 'Store').click();
  const title = page.getByRole('heading', { level: 1 });
  await expect(title).toHaveText('Something went wrong');
  await page.unroute(code);
  await page.reload();
  await expect(title).toHaveText('The Educators Forum Store');
});

test('a link to the sign-up form opens its tab at the top of the page', async ({ page }) => {
  await page.goto('/');
  await main(page).getByRole('link', { name: 'create an account' }).first().click();
  await expect(page.getByRole('tab', { name: 'Sign Up', selected: true })).toBeInViewport();
  await expect(page).toHaveTitle('Sign Up | Educators Forum');
  await expect.poll(() => y(page)).toBe(0);
  await page.getByRole('tab', { name: 'Sign In' }).click();
  await expect(page).toHaveTitle('Sign In | Educators Forum');
  await page.goto('/auth#sign-up');
  await expect(page.getByRole('tab', { name: 'Sign Up', selected: true })).toBeInViewport();
  await expect.poll(() => y(page)).toBe(0);
});

test('each placeholder page leads to the part of its section that has the answer', async ({
  page,
}) => {
  for (const name of placeholderPages) {
    await page.goto(paths[name]);
    await main(page)
      .getByRole('link', { name: /^See this topic under/ })
      .click();
    await expect(page).toHaveURL(/^[^#]+#\w+$/);
    const part = page.locator(new URL(page.url()).hash);
    await expect(part, name).toBeFocused();
    await expect(part, name).toBeInViewport();
  }
});
