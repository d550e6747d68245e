// Links in mails: opening one does not redeem it, and a used one leads to a new mail.
import type { Page } from '@playwright/test';
import { call, confirmedApplicant, newApplicant } from '../../support/applicants.js';
import { expect, expectAccessibleView, test } from '../../support/journey-test.js';
import { firstLink, mailTo, linkCode } from '../../support/mailbox.js';
import { confirm, expectPage, signUp, startAs, submitSignIn, toast } from '../../support/steps.js';

const RECOVERY = /Choose a new password/;
const CONFIRM = /Confirm your email address/;
const chosen = 'Harbor-58-violet';

/** Opens a link as mail scanners do: HEAD, GET, and a browser that presses no button. */
async function scan(page: Page, link: string): Promise<void> {
  const address = link.replace(/#.*/, '');
  expect((await page.request.head(address)).status()).toBe(200);
  expect((await page.request.get(address)).status()).toBe(200);
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.method() !== 'GET') sent.push(request.url());
  });
  for (let time = 0; time < 2; time += 1) {
    await page.goto(link, { waitUntil: 'networkidle' });
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  }
  expect(sent).toEqual([]);
}

async function recoveryLink(email: string): Promise<string> {
  await call('POST', '/auth/recovery', { data: { email } });
  return firstLink(await mailTo(email, RECOVERY));
}

async function setPassword(page: Page): Promise<void> {
  await page.getByLabel('New password').fill(chosen);
  await page.getByRole('button', { name: 'Set the new password' }).click();
}

test('opening the links of mails has no effect', async ({ page, elsewhere }) => {
  const person = newApplicant();
  await signUp(page, person);
  const confirmation = firstLink(await mailTo(person.email, CONFIRM));
  await scan(elsewhere, confirmation);
  await page.goto(confirmation);
  await confirm(page);

  const recovery = await recoveryLink(person.email);
  await scan(elsewhere, recovery);
  await page.goto(recovery);
  await setPassword(page);
  await expect(toast(page)).toContainText('Password changed');

  await signUp(elsewhere, person);
  // Leaving the page would cancel a pending request.
  await expect(toast(elsewhere)).toContainText('Account created!');
  for (const subject of [/was changed/, /already have an account/])
    await scan(elsewhere, firstLink(await mailTo(person.email, subject)));
  await startAs(page, { ...person, password: chosen });
});

test('a confirmation link with an encoded # confirms, and survives a reload', async ({
  page,
  elsewhere,
}) => {
  const person = newApplicant();
  await signUp(page, person);
  const link = firstLink(await mailTo(person.email, CONFIRM));
  const encoded = link.replace('#', '%23');
  expect((await elsewhere.request.get(encoded)).status()).toBe(200);
  await page.goto(encoded);
  await expect(page).toHaveURL(link);
  await page.reload();
  await expect(page).toHaveURL(link);
  await confirm(page);
  await startAs(page, person);
});

test('the code of a confirmation mail confirms on the page after sign-up', async ({
  page,
  watched,
}) => {
  watched.expectConsoleError(/400/);
  const person = newApplicant();
  await signUp(page, person);
  const main = page.getByRole('main');
  const field = main.getByLabel('Code from the email');
  await expectAccessibleView(page);
  const code = linkCode(await mailTo(person.email, CONFIRM));
  await field.fill(code === '000000' ? '000001' : '000000');
  await main.getByRole('button', { name: 'Confirm with the code' }).click();
  await expect(main.getByRole('alert')).toContainText('That code is wrong');
  await expect(field).toBeFocused();
  await expectAccessibleView(page);
  await field.fill(`${code.slice(0, 3)} ${code.slice(3)}`);
  await field.press('Enter');
  await expect(page).toHaveURL('/');
  await expect(main.getByText('Your address is confirmed.')).toBeVisible();
  await main.getByRole('link', { name: 'Sign In', exact: true }).click();
  const form = page.getByRole('tabpanel', { name: 'Sign In' });
  await expect(form.getByLabel('Email')).toHaveValue(person.email);
  await startAs(page, person);
});

test('the code of a recovery mail works on the page that requested it, and the sign-in leads back', async ({
  page,
}) => {
  const person = await confirmedApplicant();
  await page.goto('/account');
  const main = page.getByRole('main');
  await main.getByRole('link', { name: 'Forgot your password?' }).click();
  await expectPage(page, '/auth/recover?next=%2Faccount', 'Forgot your password?');
  await main.getByLabel('Email', { exact: true }).fill(person.email);
  await main.getByRole('button', { name: 'Send the link' }).click();
  await main.getByRole('link', { name: 'Type the code from the email' }).click();
  await expectPage(page, '/auth/reset?next=%2Faccount', 'Choose a new password');
  await expect(main.getByLabel('Email', { exact: true })).toHaveValue(person.email);
  await expectAccessibleView(page);
  await main.getByLabel('Code from the email').fill(linkCode(await mailTo(person.email, RECOVERY)));
  await main.getByRole('button', { name: 'Continue' }).click();
  await setPassword(page);
  await expect(toast(page)).toContainText('Password changed');
  await toast(page).getByRole('link', { name: 'Sign In' }).click();
  await submitSignIn(page, { ...person, password: chosen });
  await expect(page).toHaveURL('/account');
});

test('a used confirmation link leads to Sign In', async ({ page, watched }) => {
  watched.expectConsoleError(/400/);
  const person = newApplicant();
  await signUp(page, person);
  const link = firstLink(await mailTo(person.email, CONFIRM));
  await page.goto(link);
  await confirm(page);
  await page.goto(link);
  const main = page.getByRole('main');
  await main.getByRole('button', { name: 'Confirm my email address' }).click();
  await expect(main.getByRole('alert')).toContainText('was used before');
  await expect(main.getByText('If you’ve already confirmed your address')).toBeVisible();
  await expectAccessibleView(page);
  await main.getByRole('link', { name: 'Sign In' }).click();
  await expect(page).toHaveURL('/auth');
});

test('a used recovery link offers a new mail', async ({ page, watched }) => {
  watched.expectConsoleError(/400/);
  const person = await confirmedApplicant();
  const link = await recoveryLink(person.email);
  await page.goto(link);
  await setPassword(page);
  await expect(toast(page)).toContainText('Password changed');
  await page.goto(link);
  await setPassword(page);
  const main = page.getByRole('main');
  await expect(main.getByRole('alert')).toContainText('was used before');
  await expect(main.getByRole('alert')).toBeFocused();
  await expectAccessibleView(page);
  await main.getByRole('link', { name: 'Ask for a new link' }).press('Enter');
  await expect(page).toHaveURL('/auth/recover');
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
});
