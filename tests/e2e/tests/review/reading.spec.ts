// Reading applications: beside the list or above it, without personal data, without names, compared, and with found words.
import type { Page } from '@playwright/test';
import {
  accessToken,
  call,
  confirmedApplicant,
  exampleAnswers,
  pendingApplications,
  submit,
} from '../../support/applicants.js';
import { keyboard } from '../../support/input-methods.js';
import { expect, expectAccessibleView, phone, test, wide } from '../../support/journey-test.js';
import { administrator } from '../../support/stack.js';
import { applicationOn, openAs } from '../../support/steps.js';

test.describe.configure({ timeout: 120_000 });

const narrower = { width: 1279, height: 800 };
const list = (district: string) => `/admin?${new URLSearchParams({ q: district, sort: 'name' })}`;
const views = (page: Page) => page.getByRole('button', { name: /^View .*’s application/ });
const beside = (page: Page) => page.getByRole('region', { name: /’s application$/ });
const above = (page: Page) => page.getByRole('dialog', { name: /’s application$/ });
const title = (page: Page) => applicationOn(page).getByRole('heading', { level: 2 });

test('from 1280 px on, list and application are used side by side with the keys of the sheet', async ({
  page,
}) => {
  const { district } = await pendingApplications(4);
  await page.setViewportSize(wide);
  await openAs(page, administrator(), list(district));
  await keyboard.press(views(page).first());
  await expect(title(page)).toBeFocused();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  const first = await title(page).textContent();
  await page.keyboard.press('j');
  await expect(applicationOn(page).getByText('2 of 4 found')).toBeVisible();
  await expect(title(page)).toBeFocused();
  await expectAccessibleView(page, [wide, { width: 1440, height: 900 }]);

  // The list stays usable, and Close leads back to it in one step.
  await views(page).nth(3).focus();
  await page.keyboard.press('k');
  await expect(title(page)).toHaveText(first ?? '');
  await expect(views(page).nth(3)).toBeFocused();
  await expect(
    page.getByRole('row', { selected: false }).and(page.locator('[aria-current]')),
  ).toContainText((first ?? '').replace('’s application', ''));
  await views(page).nth(2).press('Enter');
  await expect(applicationOn(page).getByText('3 of 4 found')).toBeVisible();
  await expect(title(page)).toBeFocused();
  await page.getByRole('searchbox').press('j');
  await expect(applicationOn(page).getByText('3 of 4 found')).toBeVisible();
  await page.getByRole('searchbox').fill(district);
  await views(page).nth(2).focus();
  await page.keyboard.press('Escape');
  await expect(beside(page)).toHaveCount(0);
  await expect(views(page).nth(2)).toBeFocused();

  await views(page).nth(1).press('Enter');
  await beside(page).getByRole('button', { name: 'Close' }).click();
  await expect(views(page).nth(1)).toBeFocused();
  await page.goForward();
  await expect(beside(page)).toBeVisible();
  await page.goBack();
  await expect(beside(page)).toHaveCount(0);
});

test('below 1280 px it is a dialog, and crossing that width keeps it open with what was typed', async ({
  page,
}) => {
  const { district, ids } = await pendingApplications(2);
  await page.setViewportSize(wide);
  await openAs(page, administrator(), `${list(district)}&application=${ids[0]}`);
  await keyboard.press(beside(page).getByRole('button', { name: 'Add a reason for the decision' }));
  await page.keyboard.type('Called the school.');
  for (const size of [narrower, phone, wide, narrower]) {
    await page.setViewportSize(size);
    await expect(size === wide ? beside(page) : above(page)).toBeVisible();
    await expect(size === wide ? above(page) : beside(page)).toHaveCount(0);
    const reason = page.getByLabel(/^Reason for the decision/);
    await expect(reason).toHaveValue('Called the school.');
    await expect(reason).toBeFocused();
  }
  await expectAccessibleView(page, [narrower, phone]);
  await page.keyboard.press('Escape');
  await expect(above(page)).toHaveCount(0);
});

test('personal data is read, shown and logged only when it is opened', async ({ page }) => {
  const id = await submit(await accessToken(await confirmedApplicant()));
  const token = await accessToken(administrator());
  const reads = async () => {
    const address = `/admin/audit-events?action=application.read&target=${id}`;
    return (await call<{ items: unknown[] }>('GET', address, { token })).items.length;
  };
  const full: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith(`/api/applications/${id}`)) full.push(request.method());
  });
  await page.setViewportSize(wide);
  await openAs(page, administrator(), `/admin?application=${id}`);
  await expect(page.getByText('Opening it is recorded.')).toBeVisible();
  const phoneNumber = page.getByText(String(exampleAnswers.phone));
  await expect(phoneNumber).toHaveCount(0);
  expect(full).toEqual([]);
  expect(await reads()).toBe(0);
  await keyboard.press(page.getByRole('button', { name: 'Show personal data' }));
  await expect(phoneNumber).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Personal data' })).toBeFocused();
  expect(full).toEqual(['GET']);
  expect(await reads()).toBe(1);
  await expectAccessibleView(page);
  await page.emulateMedia({ media: 'print' });
  await expect(phoneNumber).toBeVisible();
  await expect(page.getByRole('table')).toBeHidden();
});

test('without names, no name, photo or email address is shown, and decisions stay possible', async ({
  page,
}) => {
  const { district } = await pendingApplications(3);
  await page.setViewportSize(wide);
  await openAs(page, administrator(), list(district));
  await views(page).first().press('Enter');
  await expect(title(page)).toContainText(/Ana|Bartholomew|Nadia/);
  await keyboard.press(
    applicationOn(page).getByRole('button', { name: 'Read without names and photos' }),
  );
  await page.reload();
  await expect(title(page)).toHaveText(/^Applicant [0-9A-F]{6}’s application$/);
  await expect(applicationOn(page).getByText(/Submitted by Applicant/)).toBeVisible();
  await expect(views(page)).toHaveCount(3);
  const main = page.getByRole('main');
  const all = await main.evaluate((it) => it.outerHTML);
  expect(all).not.toMatch(/Okafor|Bartholomew|school\.example/);
  await expectAccessibleView(page);
  await applicationOn(page).getByRole('button', { name: 'Approve' }).click();
  await expect(applicationOn(page)).toContainText('This application is approved.');
  await page.getByRole('button', { name: 'Read without names and photos' }).first().click();
  await expect(title(page)).toContainText(/Ana|Bartholomew|Nadia/);
});

test('two or three selected applications are compared, also on a phone', async ({ page }) => {
  const { district } = await pendingApplications(4);
  await page.setViewportSize(wide);
  await openAs(page, administrator(), list(district));
  await keyboard.press(page.getByRole('button', { name: 'Select', exact: true }));
  const boxes = page.getByRole('checkbox', { name: /^Select .*’s application/ });
  const compare = page.getByRole('button', { name: 'Compare' });
  await boxes.nth(0).check();
  await expect(compare).toHaveAttribute('aria-disabled', 'true');
  await boxes.nth(1).check();
  await boxes.nth(2).check();
  await keyboard.press(compare);
  const comparison = page.getByRole('dialog', { name: 'Compare applications' });
  await expect(comparison.getByRole('columnheader')).toHaveCount(4);
  const experience = comparison.getByRole('row', { name: /^Teaching Experience/ });
  await expect(experience.getByRole('cell')).toHaveText(
    Array.from({ length: 3 }, () => String(exampleAnswers.teaching_experience)),
  );
  await expect(comparison).not.toContainText(String(exampleAnswers.phone));
  await expectAccessibleView(page, [wide, { width: 390, height: 844 }]);
  await page.keyboard.press('Escape');
  await expect(compare).toBeFocused();
  await boxes.nth(3).check();
  await expect(compare).toHaveAttribute('aria-disabled', 'true');
});

test('the words of a search are marked in the experience', async ({ page }) => {
  const word = `Zephyr${Date.now()}`;
  const token = await accessToken(await confirmedApplicant());
  await submit(token, { teaching_experience: `Six years at ${word}é School.` });
  await page.setViewportSize(wide);
  await openAs(page, administrator(), `/admin?q=${word.toLowerCase()}`);
  await expect(page.locator('[data-row] mark')).toHaveText([`${word}é`]);
  await views(page).first().press('Enter');
  await expect(applicationOn(page).locator('mark')).toHaveText([`${word}é`]);
  await expectAccessibleView(page);
});
