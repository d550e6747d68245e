// Without JavaScript every public page is complete and the menus open.
import { faqFacts } from '../../../../ui/test/specification/lists.js';
import { placeholders as submenus } from '../../../../ui/test/specification/public-screens.js';
import type { Page } from '@playwright/test';
import { expect, phone, test, wide } from '../../support/journey-test.js';
import {
  expectHeadOf,
  expectNoHorizontalScroll,
  expectVisibleWords,
  expectPicturesLoad,
  expectWordsIn,
} from '../../support/page-checks.js';
import {
  headingOf,
  articlePaths,
  placeholderPaths,
  publicScreens,
  titles,
  wordsOf,
} from '../../support/specified-words.js';

test.use({ javaScriptEnabled: false });

const item = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name, exact: true });

/** Text that only a script renders. */
const byScript = /^(Showing|All Posts$)/;

async function expectReadable(page: Page, path: string) {
  const answer = await page.goto(path);
  expect(answer?.status()).toBe(200);
  await expectHeadOf(page, path);
  await expect(page).toHaveTitle(titles.get(path) ?? 'a title in the table of screens');
  await expect(page.locator('h1')).toHaveText(headingOf(path));
  await expect(page.locator('noscript').filter({ hasText: 'needs JavaScript' })).toHaveCount(0);
  const main = page.getByRole('main');
  await expectVisibleWords(
    main,
    wordsOf(path).filter((word) => !byScript.test(word)),
  );
  await expect(page.getByRole('banner').getByRole('link', { name: 'Donate' })).toBeVisible();
  await expect(page.getByRole('contentinfo').getByRole('link').first()).toBeVisible();
  await expectPicturesLoad(page);
}

for (const { path } of publicScreens) {
  test(`${path} can be read without script`, async ({ page }) => expectReadable(page, path));
}

// The represented pages above show that these words are visible.
test('the HTML of the other placeholder pages, posts and reports is complete', async ({ page }) => {
  for (const path of [...placeholderPaths, ...articlePaths]) {
    const answer = await page.request.get(path);
    expect(answer.status(), path).toBe(200);
    const { title, heading, text } = await page.evaluate(
      (html) => {
        const sent = new DOMParser().parseFromString(html, 'text/html');
        return {
          title: sent.title,
          heading: sent.querySelector('h1')?.textContent,
          text: sent.querySelector('main')?.textContent ?? '',
        };
      },
      await answer.text(),
    );
    expect(title).toBe(titles.get(path));
    expect(heading).toBe(headingOf(path));
    expectWordsIn(text, wordsOf(path));
  }
});

test('the answers of the FAQ can be read without script', async ({ page }) => {
  await page.goto('/faq');
  const main = page.getByRole('main');
  const summaries = main.locator('details:not([open]) > summary');
  while ((await summaries.count()) > 0) await summaries.first().click();
  await expectVisibleWords(main, faqFacts);
});

test('an unknown path shows the not-found page with header and footer', async ({
  page,
  watched,
}) => {
  watched.expectConsoleError(/404/);
  const answer = await page.goto('/blog/no-such-story');
  expect(answer?.status()).toBe(404);
  await expect(page.getByRole('banner')).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('404 - Oops! Page not found');
  await expect(page.getByRole('contentinfo')).toBeVisible();
  await expect(page.locator('link[rel="canonical"], meta[property="og:url"]')).toHaveCount(0);
  await page.getByRole('link', { name: 'Return to Home' }).click();
  await expect(page).toHaveURL(/\/$/);
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

test('the menus open without a script', async ({ page }) => {
  await page.setViewportSize({ width: 1400, height: 800 });
  await page.goto('/');
  const menu = page.getByRole('navigation', { name: 'Main' });
  await expect(menu.getByRole('link', { name: 'Core Values' })).toBeHidden();
  await menu.getByRole('link', { name: 'About' }).hover();
  await menu.getByRole('link', { name: 'Core Values' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Core Values');

  await page.setViewportSize({ width: 360, height: 800 });
  await page.getByRole('banner').getByRole('link', { name: 'Store' }).click();
  await expect(page).toHaveURL(/\/store$/);
  await expectNoHorizontalScroll(page);
});

test('a wide window shows Sign In and one submenu at a time', async ({ page }) => {
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
