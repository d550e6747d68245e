// The links of mails: a scanner that opens them uses nothing up, and a link that does not work says so calmly and
// shows a way on.
import type { Page } from '@playwright/test';
import { expect, expectSoundView, test } from '../../support/journey-test.js';
import { firstLink, mailTo, typedCode } from '../../support/mailbox.js';
import {
  confirm,
  confirmedApplicant,
  people,
  signUp,
  startAs,
  toast,
} from '../../support/steps.js';

const RECOVERY = /Choose a new password/;
const CONFIRM = /Confirm your email address/;
const chosen = 'Harbor-58-violet';

/** What scanners do: ask for the head, fetch, and open in a browser that presses nothing. */
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

async function recoveryLink(page: Page, email: string): Promise<string> {
  await page.request.post('/api/auth/recovery', { data: { email } });
  return firstLink(await mailTo(email, RECOVERY));
}

async function setPassword(page: Page): Promise<void> {
  await page.getByLabel('New password').fill(chosen);
  await page.getByRole('button', { name: 'Set the new password' }).click();
}

test('a confirmation link that a scanner has opened works afterwards', async ({
  page,
  elsewhere,
}) => {
  const person = people.applicant();
  await signUp(page, person);
  const link = firstLink(await mailTo(person.email, CONFIRM));
  await scan(elsewhere, link);
  await page.goto(link);
  await confirm(page);
  await startAs(page, person);
});

test('a recovery link that a scanner has opened works afterwards', async ({ page, elsewhere }) => {
  const person = await confirmedApplicant(page);
  const link = await recoveryLink(page, person.email);
  await scan(elsewhere, link);
  await page.goto(link);
  await setPassword(page);
  await expect(toast(page)).toContainText('Password changed');
  await startAs(page, { ...person, password: chosen });
});

test('the other mails of an account have links that can be opened by anybody', async ({
  page,
  elsewhere,
}) => {
  const person = await confirmedApplicant(page);
  await page.goto(await recoveryLink(page, person.email));
  await setPassword(page);
  await expect(toast(page)).toContainText('Password changed');
  await signUp(elsewhere, { ...person, lastName: 'Okafor' });
  // Leaving the page would cancel a request that is still on its way.
  await expect(toast(elsewhere)).toContainText('Account created!');
  for (const subject of [/was changed/, /already have an account/])
    await scan(elsewhere, firstLink(await mailTo(person.email, subject)));
  await startAs(page, { ...person, password: chosen });
});

test('a confirmation link whose # was encoded on the way confirms, and survives a reload', async ({
  page,
  elsewhere,
}) => {
  const person = people.applicant();
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

test('a confirmation mail is used by its code alone, on the page that follows the sign-up', async ({
  page,
  watched,
}) => {
  watched.expectConsoleError(/400/);
  const person = people.applicant();
  await signUp(page, person);
  const main = page.getByRole('main');
  const field = main.getByLabel('Code from the email');
  await expectSoundView(page);
  const code = typedCode(await mailTo(person.email, CONFIRM));
  await field.fill(code === '000000' ? '000001' : '000000');
  await main.getByRole('button', { name: 'Confirm with the code' }).click();
  await expect(main.getByRole('alert')).toContainText('This code is wrong');
  await expect(field).toBeFocused();
  await expectSoundView(page);
  await field.fill(`${code.slice(0, 3)} ${code.slice(3)}`);
  await field.press('Enter');
  await expect(page).toHaveURL('/');
  await expect(toast(page)).toContainText('Email address confirmed');
  await startAs(page, person);
});

test('a recovery mail is used by its code alone, from the page that asked for it', async ({
  page,
}) => {
  const person = await confirmedApplicant(page);
  await page.goto('/auth/recover');
  const main = page.getByRole('main');
  await main.getByLabel('Email', { exact: true }).fill(person.email);
  await main.getByRole('button', { name: 'Send the link' }).click();
  await main.getByRole('link', { name: 'Type the code from the email' }).click();
  await expect(page).toHaveURL('/auth/reset');
  await expect(main.getByLabel('Email', { exact: true })).toHaveValue(person.email);
  await expectSoundView(page);
  await main
    .getByLabel('Code from the email')
    .fill(typedCode(await mailTo(person.email, RECOVERY)));
  await main.getByRole('button', { name: 'Continue' }).click();
  await setPassword(page);
  await expect(toast(page)).toContainText('Password changed');
  await startAs(page, { ...person, password: chosen });
});

test('/auth/confirm and /auth/reset without a token ask for the address and the code', async ({
  page,
}) => {
  const main = page.getByRole('main');
  for (const { path, button } of [
    { path: '/auth/confirm', button: 'Confirm with the code' },
    { path: '/auth/reset', button: 'Continue' },
  ]) {
    await page.goto(path);
    await expectSoundView(page);
    await main.getByRole('button', { name: button }).click();
    await expect(main.getByText('Enter your email')).toBeVisible();
    await expect(main.getByLabel('Email', { exact: true })).toBeFocused();
    await expectSoundView(page);
  }
});

for (const { what, fragment } of [
  { what: 'with junk', fragment: '#token=junk' },
  { what: 'with a token that nobody was sent', fragment: `#token=${'A'.repeat(80)}` },
]) {
  test(`/auth/confirm ${what} says so, and offers Sign In and a new mail`, async ({
    page,
    watched,
  }) => {
    watched.expectConsoleError(/400/);
    await page.goto(`/auth/confirm${fragment}`);
    const main = page.getByRole('main');
    await main.getByRole('button', { name: /^Confirm/ }).click();
    await expect(main.getByRole('alert')).toContainText(/^This link/);
    await expectSoundView(page);
    await expect(main.getByRole('link', { name: 'Sign In' })).toHaveAttribute('href', '/auth');
    const again = main.getByRole('button', { name: 'Send a new confirmation email' });
    await again.click();
    await expect(main.getByText('Enter your email')).toBeVisible();
    await expectSoundView(page);
    const person = people.applicant();
    await main.getByLabel('Email', { exact: true }).fill(person.email);
    await again.click();
    await expect(main.getByRole('status').filter({ hasText: 'on its way' })).toBeVisible();
    await expectSoundView(page);
  });

  test(`/auth/reset ${what} says so, and offers a new mail`, async ({ page, watched }) => {
    watched.expectConsoleError(/400/);
    await page.goto(`/auth/reset${fragment}`);
    const main = page.getByRole('main');
    await expectSoundView(page);
    await setPassword(page);
    await expect(main.getByRole('alert')).toBeFocused();
    await expect(main.getByRole('alert')).toContainText(/^This link/);
    await expectSoundView(page);
    await main.getByRole('link', { name: 'Ask for a new link' }).press('Enter');
    await expect(page).toHaveURL('/auth/recover');
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  });
}

test('a confirmation link that was used leads to Sign In', async ({ page, watched }) => {
  watched.expectConsoleError(/400/);
  const person = people.applicant();
  await signUp(page, person);
  const link = firstLink(await mailTo(person.email, CONFIRM));
  await page.goto(link);
  await confirm(page);
  await page.goto(link);
  const main = page.getByRole('main');
  await main.getByRole('button', { name: 'Confirm my email address' }).click();
  await expect(main.getByRole('alert')).toContainText('was used before');
  await expect(main.getByText('If you have confirmed your address before')).toBeVisible();
  await main.getByRole('link', { name: 'Sign In' }).click();
  await expect(page).toHaveURL('/auth');
});

test('a recovery link that was used, and a right to choose that has run out, offer a new mail', async ({
  page,
  watched,
}) => {
  watched.expectConsoleError(/40[01]/);
  const person = await confirmedApplicant(page);
  const link = await recoveryLink(page, person.email);
  const again = page.getByRole('main').getByRole('link', { name: 'Ask for a new link' });
  await page.goto(link);
  // As after ten minutes at the open page.
  await page.route('**/api/auth/recovery/password', (route) =>
    route.fulfill({ status: 401, json: { code: 'recovery_expired', detail: 'It has run out.' } }),
  );
  await setPassword(page);
  await expect(page.getByRole('main').getByRole('alert')).toHaveText('It has run out.');
  await expect(again).toBeVisible();
  await expectSoundView(page);

  await page.goto('/about');
  await page.goto(link);
  await setPassword(page);
  await expect(page.getByRole('main').getByRole('alert')).toContainText('was used before');
  await expect(again).toBeVisible();
});
