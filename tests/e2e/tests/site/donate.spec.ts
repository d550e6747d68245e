// Donate: four ways to give in tabs, their amounts, and what gifts are used for.
import type { Page } from '@playwright/test';
import { gifts } from '../../../../ui/test/specification/lists.js';
import * as specified from '../../../../ui/test/specification/public-screens.js';
import { expect, test } from '../../support/journey-test.js';
import { expectVisibleWords } from '../../support/page-checks.js';

const names = specified.donate.tabs;
/** In tab order. */
const words = [
  gifts.oneTime,
  [...gifts.monthly, gifts.perMonth],
  [gifts.teacher, ...gifts.teacherCovers],
  [gifts.forum, gifts.forumNote],
] as const;
const tab = (page: Page, name: string) => page.getByRole('tab', { name, exact: true });
const panel = (page: Page) => page.getByRole('main').getByRole('tabpanel');

test('shows one way to give at a time, by mouse', async ({ page }) => {
  await page.goto('/donate');
  await expect(page.getByRole('tab')).toHaveText(names);
  for (const [at, name] of names.entries()) {
    await tab(page, name).click();
    await expect(tab(page, name)).toHaveAttribute('aria-selected', 'true');
    await expect(panel(page)).toHaveCount(1);
    await expectVisibleWords(panel(page), words[at] ?? []);
  }
});

test('the arrow keys move through the tabs and wrap around', async ({ page }) => {
  await page.goto('/donate');
  await tab(page, 'One-Time Gift').focus();
  await page.keyboard.press('ArrowLeft');
  await expect(tab(page, 'Sponsor a Full Forum')).toBeFocused();
  await page.keyboard.press('Home');
  for (const name of names.slice(1)) {
    await page.keyboard.press('ArrowRight');
    await expect(tab(page, name)).toBeFocused();
    await expect(tab(page, name)).toHaveAttribute('aria-selected', 'true');
  }
  await page.keyboard.press('Tab');
  expect(await panel(page).evaluate((it) => it.contains(document.activeElement))).toBe(true);
});

test('the button says the amount that is chosen or entered, and does nothing', async ({ page }) => {
  await page.goto('/donate');
  await panel(page).getByText('$250', { exact: true }).click();
  const button = panel(page).getByRole('button');
  await expect(button).toHaveText('Donate $250');
  await button.click();
  await expect(page).toHaveURL('/donate');
  const amount = panel(page).getByRole('textbox');
  await amount.fill('75');
  await expect(button).toHaveText('Donate $75');
  await expect(panel(page).getByRole('radio', { checked: true })).toHaveCount(0);
});

test('print shows every way to give', async ({ page }) => {
  await page.goto('/donate');
  await page.emulateMedia({ media: 'print' });
  await expectVisibleWords(page.getByRole('main'), [...names, ...words.flat()]);
});
