// The tabs, the amounts and the form for a check on /donate.
import type { Page } from '@playwright/test';
import { organisation } from '../../../../ui/src/content/site/organisation.js';
import { donate } from '../../../../ui/test/specification/public-screens.js';
import { expect, expectAccessible, test } from '../../support/journey-test.js';

const open = (page: Page) => page.getByRole('tabpanel');
const tab = (page: Page, name: string) => page.getByRole('tab', { name });

test.beforeEach(({ page }) => page.goto('/donate').then(() => undefined));

test('a tab opens by click, arrow keys wrap around, and Tab stops at the open one', async ({
  page,
}) => {
  for (const name of donate.tabs) {
    await tab(page, name).click();
    await expect(open(page)).toHaveAccessibleName(name);
  }
  for (const [key, name] of [
    ['ArrowRight', 'One-Time Gift'],
    ['ArrowRight', 'Monthly Supporter'],
    ['End', 'Sponsor a Full Forum'],
    ['Home', 'One-Time Gift'],
    ['ArrowLeft', 'Sponsor a Full Forum'],
  ] as const) {
    await page.keyboard.press(key);
    await expect(tab(page, name)).toBeFocused();
    await expect(open(page)).toHaveAccessibleName(name);
    await expect(page.locator('[role=tab][tabindex="0"]')).toHaveText([name]);
  }
});

test('the button names the chosen or typed amount', async ({ page }) => {
  const action = open(page).getByRole('button').first();
  const amount = page.getByLabel('Custom amount');
  await page.getByRole('radio', { name: '$250' }).check();
  await expect(action).toHaveText('Donate $250');
  await amount.pressSequentially('75.5');
  await amount.press('Enter');
  await expect(amount).toHaveValue('75.5');
  await expect(action).toHaveText('Donate $75.50');
  await expect(page.getByRole('radio', { checked: true })).toHaveCount(0);
  await amount.fill('');
  await expect(action).toHaveText('Donate Now');
  await page.getByRole('radio', { name: /^\$25\b/ }).check();
  await expect(action).toHaveText('Donate $25');
  await tab(page, 'Monthly Supporter').click();
  await page.getByRole('radio', { name: /^\$10\b/ }).check();
  await expect(action).toHaveText('Give $10 a Month');
});

test('an invalid amount is reported when the field is left or on Enter, until it is corrected', async ({
  page,
}) => {
  const amount = page.getByLabel('Custom amount');
  const error = open(page).getByText(/^Enter an amount/);
  await amount.fill('fifty');
  await expect(error).toHaveCount(0);
  await page.keyboard.press('Tab');
  await expect(error).toBeVisible();
  await expect(amount).toHaveAttribute('aria-invalid', 'true');
  await expect(amount).toHaveAccessibleDescription(/^US dollars Enter an amount/);
  await expectAccessible(page);
  await amount.fill('50');
  await expect(error).toHaveCount(0);
  await amount.fill('-5');
  await expect(error).toHaveCount(0);
  await page.keyboard.press('Enter');
  await expect(error).toBeVisible();
  await amount.fill('');
  await page.keyboard.press('Tab');
  await expect(error).toHaveCount(0);
});

/** Replaces the print dialog. The returned function reads the form at each print. */
async function watchPrints(page: Page): Promise<() => Promise<string[]>> {
  await page.evaluate(() => {
    const printed: string[] = [];
    Object.assign(window, { printed });
    window.print = () =>
      void printed.push(document.querySelector('[data-print-sheet]')?.textContent ?? '');
  });
  return () => page.evaluate(() => (window as unknown as { printed: string[] }).printed);
}

test('each tab prints a form for a check, which the next act removes', async ({ page }) => {
  const prints = await watchPrints(page);
  const sheet = page.locator('[data-print-sheet]');
  for (const [at, [name, gift, amount]] of (
    [
      ['One-Time Gift', 'One-Time Gift', '$50'],
      ['Monthly Supporter', 'Monthly Supporter, $25 per month', ''],
      ['Sponsor a Teacher', 'Sponsor a Teacher', '$350'],
      ['Sponsor a Full Forum', 'Sponsor a Full Forum, $7,000 to $12,000 depending on location', ''],
    ] as const
  ).entries()) {
    await tab(page, name).click();
    await open(page).getByRole('button', { name: 'Print a form for your check' }).click();
    await expect.poll(prints).toHaveLength(at + 1);
    const form = (await prints())[at];
    expect(form).toContain(`Your gift${gift}Amount of the check${amount}Payable`);
    for (const line of organisation.address) expect(form).toContain(line);
    await expect(sheet).toHaveCount(1);
    await page.keyboard.press('Control');
    await expect(sheet).toHaveCount(0);
  }
});

test('an invalid amount is reported by the press on Print, and not printed', async ({ page }) => {
  const prints = await watchPrints(page);
  const amount = page.getByLabel('Custom amount');
  await amount.pressSequentially('abc');
  await open(page).getByRole('button', { name: 'Print a form for your check' }).click();
  await expect(amount).toBeFocused();
  await expect(amount).toHaveAccessibleDescription(/Enter an amount/);
  expect(await prints()).toEqual([]);
});
