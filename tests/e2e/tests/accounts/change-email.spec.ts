// Changing the email address with confirmation from both mailboxes, and restoring it from the old mailbox.
import type { Page } from '@playwright/test';
import { confirmedApplicant, newApplicant, type Person } from '../../support/applicants.js';
import { variants } from '../../support/input-methods.js';
import { expect, expectAccessibleView, test } from '../../support/journey-test.js';
import { firstLink, mailTo } from '../../support/mailbox.js';
import { stack } from '../../support/stack.js';
import { expectSignedIn, signIn, startAs, toast } from '../../support/steps.js';

const TO_OLD = /Confirm the email address change/;
const TO_NEW = /Confirm your new email address/;
const NOTICE = /The email address on your .* was changed/;
const chosen = 'Harbor-58-violet';

/** Requests the change on /account and leaves its mails unopened. */
async function requestChange(page: Page, person: Person, email: string): Promise<void> {
  await page.goto('/account');
  const form = page.getByRole('region', { name: 'Your email address', exact: true });
  await form.getByLabel('New email address').fill(email);
  await form.getByLabel('Account password').fill(person.password);
  await form.getByRole('button', { name: 'Change the address' }).click();
  await expect(form.getByRole('status').first()).toContainText('We emailed both');
}

async function openAndConfirm(page: Page, link: string): Promise<void> {
  await page.goto(link);
  await page.getByRole('button', { name: 'Confirm my email address' }).click();
}

for (const { name, viewport, by } of variants)
  test.describe(name, () => {
    test.use({ viewport });

    test('the address changes once both mailboxes have confirmed it', async ({
      page,
      elsewhere,
      watched,
    }) => {
      const person = await confirmedApplicant();
      const { email } = newApplicant();
      const form = page.getByRole('region', { name: 'Your email address', exact: true });
      const main = page.getByRole('main');
      await startAs(page, person);

      await test.step('requests the change, and a wrong password is reported', async () => {
        watched.expectConsoleError(/401/);
        await page.goto('/account');
        await by.type(form.getByLabel('New email address'), email);
        await by.type(form.getByLabel('Account password'), 'guess');
        await by.press(form.getByRole('button', { name: 'Change the address' }));
        await expect(form.getByText('This isn’t your current password')).toBeVisible();
        await expect(form.getByLabel('Account password')).toBeFocused();
        await expectAccessibleView(page, [viewport]);
        await by.type(form.getByLabel('Account password'), person.password);
        await by.press(form.getByRole('button', { name: 'Change the address' }));
        const notice = form.getByRole('status').filter({ hasText: 'We emailed both' });
        await expect(notice).toBeFocused();
        await expect(notice).toContainText(person.email);
        await expectAccessibleView(page, [viewport]);
      });

      await test.step('confirms at the new address first, which changes nothing yet', async () => {
        const link = firstLink(await mailTo(email, TO_NEW));
        expect(link).toContain(`${stack().url}/auth/confirm#token=`);
        await elsewhere.goto(link);
        await expect(elsewhere).toHaveURL(link);
        await elsewhere.getByRole('button', { name: 'Confirm my email address' }).click();
        const notice = elsewhere.getByRole('main').getByRole('status');
        await expect(notice).toContainText('the current address of your account');
        await expect(notice).toBeFocused();
        await expectAccessibleView(elsewhere, [viewport]);
        await page.reload();
        await expect(main.getByText(person.email)).toBeVisible();
      });

      await test.step('confirms at the current address, and sees the change at once', async () => {
        await page.goto(firstLink(await mailTo(person.email, TO_OLD)));
        await by.press(main.getByRole('button', { name: 'Confirm my email address' }));
        await expect(page).toHaveURL('/');
        await expect(toast(page)).toContainText('Email address changed');
        await by.press(toast(page).getByRole('link', { name: 'Your Account' }));
        await expect(page).toHaveURL('/account');
        await expect(main.getByText(email)).toBeVisible();
      });

      await test.step('signs in with the new address alone', async () => {
        await signIn(elsewhere, person);
        await expect(elsewhere.getByRole('main').getByRole('alert')).toBeVisible();
        await signIn(elsewhere, { ...person, email });
        await expectSignedIn(elsewhere);
      });
    });

    test('the old mailbox restores an address that an attacker changed', async ({
      page,
      elsewhere,
      watched,
    }) => {
      const person = await confirmedApplicant();
      const { email } = newApplicant();
      const main = page.getByRole('main');
      await startAs(elsewhere, person);
      await requestChange(elsewhere, person, email);
      await openAndConfirm(page, firstLink(await mailTo(person.email, TO_OLD)));
      await expect(main.getByRole('status')).toContainText('your new address');
      await openAndConfirm(page, firstLink(await mailTo(email, TO_NEW)));
      await expect(toast(page)).toContainText('Email address changed');

      await test.step('the link of the notice restores the address and ends all sessions', async () => {
        watched.expectConsoleError(/401|could not be (loaded|refreshed)/);
        const link = firstLink(await mailTo(person.email, NOTICE));
        expect(link).toContain(`${stack().url}/auth/restore#token=`);
        await page.goto(link);
        await expect(page).toHaveURL(link);
        await expectAccessibleView(page, [viewport]);
        await by.press(main.getByRole('button', { name: 'Restore my address' }));
        await expect(
          main.getByRole('status').filter({ hasText: 'We restored your address' }),
        ).toBeFocused();
        await expect(page).toHaveURL('/auth/restore');
        await expectAccessibleView(page, [viewport]);
        await elsewhere.reload();
        await expect(elsewhere).toHaveURL('/auth?next=%2Faccount');
      });

      await test.step('the owner chooses a new password', async () => {
        await by.type(main.getByLabel('New password'), chosen);
        await by.press(main.getByRole('button', { name: 'Set the new password' }));
        await expect(page).toHaveURL('/');
        await expect(toast(page)).toContainText('Password changed');
        await signIn(elsewhere, { ...person, email });
        await expect(elsewhere.getByRole('main').getByRole('alert')).toBeVisible();
        await signIn(page, { ...person, password: chosen });
        await expectSignedIn(page);
      });
    });
  });

test('/auth/restore reports a malformed link and offers a new password', async ({
  page,
  watched,
}) => {
  watched.expectConsoleError(/400/);
  await page.goto('/auth/restore#token=junk');
  const main = page.getByRole('main');
  await main.getByRole('button', { name: 'Restore my address' }).click();
  await expect(main.getByRole('alert')).toBeFocused();
  await expect(main.getByRole('alert')).toContainText(/^This link/);
  await expectAccessibleView(page);
  await expect(main.getByRole('link', { name: 'Contact us' })).toBeVisible();
  await main.getByRole('link', { name: 'Ask for a new password' }).click();
  await expect(page).toHaveURL('/auth/recover');
});
