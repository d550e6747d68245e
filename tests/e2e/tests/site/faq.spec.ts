// The FAQ: several answers can be open at once, a URL with a fragment opens its answer, and print shows all answers.
import type { Page } from '@playwright/test';
import * as specified from '../../../../ui/test/specification/public-screens.js';
import { expect, test } from '../../support/journey-test.js';
import { expectVisibleWords } from '../../support/page-checks.js';

const items = (page: Page) => page.getByRole('main').locator('details');
const open = (page: Page) => page.getByRole('main').locator('details[open]');

test('has four groups of four to six questions each', async ({ page }) => {
  await page.goto('/faq');
  const main = page.getByRole('main');
  for (const name of specified.faq.groups) {
    const questions = main.getByRole('region', { name }).locator('summary');
    await expect(questions.first()).toBeVisible();
    const count = await questions.count();
    expect(count >= 4 && count <= 6, `${count} questions in ${name}`).toBe(true);
  }
  await expect(main.getByRole('link', { name: specified.faq.contact })).toHaveAttribute(
    'href',
    '/contact',
  );
});

test('keeps several answers open, by mouse and by keyboard', async ({ page }) => {
  await page.goto('/faq');
  await expect(open(page)).toHaveCount(0);
  const questions = items(page).locator('summary');
  await questions.nth(0).click();
  await questions.nth(2).focus();
  await page.keyboard.press('Enter');
  await expect(open(page)).toHaveCount(2);
  await page.keyboard.press('Enter');
  await expect(open(page)).toHaveCount(1);
});

test('a URL with a fragment opens its answer, on load and later', async ({ page }) => {
  await page.goto('/faq');
  const ids = await items(page).evaluateAll((all) => all.map(({ id }) => id));
  expect(new Set(ids).size).toBe(ids.length);
  const [last, other] = [ids.at(-1), ids[1]];
  await page.goto('/about');
  await page.goto(`/faq#${last}`);
  await expect(page.locator(`[id="${last}"]`)).toHaveAttribute('open', '');
  await expect(page.locator(`[id="${last}"]`)).toBeInViewport();
  await page.evaluate((id) => (location.hash = `#${id}`), other);
  await expect(page.locator(`[id="${other}"]`)).toHaveAttribute('open', '');
  await expect(open(page)).toHaveCount(2);
});

test('print shows every answer', async ({ page }) => {
  await page.goto('/faq');
  const main = page.getByRole('main');
  const answers = await items(page).locator('p').allTextContents();
  await page.emulateMedia({ media: 'print' });
  await page.evaluate(() => window.dispatchEvent(new Event('beforeprint')));
  await expectVisibleWords(main, answers);
  await page.evaluate(() => window.dispatchEvent(new Event('afterprint')));
  await page.emulateMedia({ media: 'screen' });
  await expect(open(page)).toHaveCount(0);
});
