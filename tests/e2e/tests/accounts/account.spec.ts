// /account: a user's own name, password, sessions, data and deletion.
import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { confirmedApplicant } from '../../support/applicants.js';
import { variants } from '../../support/input-methods.js';
import { expect, expectAccessibleView, test, wide } from '../../support/journey-test.js';
import { firstLink, mailsAbout, mailTo } from '../../support/mailbox.js';
import { administrator } from '../../support/stack.js';
import {
  confirm,
  expectSignedIn,
  fillApplication,
  signIn,
  signUp,
  openAs,
  startAs,
  submitApplication,
  toast,
} from '../../support/steps.js';

const section = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const menuOf = (page: Page, name: string) =>
  page.getByRole('banner').getByRole('button', { name, exact: true });
const chosen = 'Harbor-58-violet';

for (const { name, viewport, by } of variants)
  test.describe(name, () => {
    test.use({ viewport });

    test('a new name shows at once in the menu of every tab and after a reload', async ({
      page,
      watched,
    }) => {
      const person = await confirmedApplicant();
      await startAs(page, person);
      const second = await watched.also(await page.context().newPage());
      await second.setViewportSize(wide);
      await second.goto('/faq');
      await expect(menuOf(second, person.firstName)).toBeVisible();

      await page.goto('/account');
      const details = section(page, 'Your details');
      await by.type(details.getByLabel('First Name'), ' ');
      await by.press(details.getByRole('button', { name: 'Save your name' }));
      await expect(details.getByText('Enter your first name')).toBeVisible();
      await expect(details.getByLabel('First Name')).toBeFocused();
      await expectAccessibleView(page, [viewport]);
      await by.type(details.getByLabel('First Name'), 'Amara');
      await by.press(details.getByRole('button', { name: 'Save your name' }));
      await expect(details.getByRole('status')).toHaveText('We saved your name.');
      await expectAccessibleView(page, [viewport]);
      await expect(page.getByRole('banner')).toContainText('Amara');
      await expect(menuOf(second, 'Amara')).toBeVisible();

      // The menu does not wait for the profile.
      await second.route('**/api/users/me', () => new Promise(() => {}));
      await second.reload();
      await expect(menuOf(second, 'Amara')).toBeVisible();
    });

    test('a new password ends the other sessions and keeps this one', async ({
      page,
      elsewhere,
      watched,
    }) => {
      watched.expectConsoleError(/40[19]|422|could not be (loaded|refreshed)/);
      const person = await confirmedApplicant();
      await startAs(elsewhere, person);
      await openAs(page, person, '/account');
      const form = section(page, 'Your password');
      const [current, next] = [
        form.getByLabel('Current password'),
        form.getByLabel('New password'),
      ];
      const change = form.getByRole('button', { name: 'Change the password' });
      await by.type(current, 'Not-my-password-1');
      await by.type(next, chosen);
      await by.press(change);
      await expect(form.getByText('This isn’t your current password')).toBeVisible();
      await expect(current).toBeFocused();
      await expect(next).toHaveValue(chosen);
      await expectAccessibleView(page, [viewport]);
      await by.type(current, person.password);
      await by.press(change);
      const changed = form.getByRole('status').filter({ hasText: 'Your password was changed' });
      await expect(changed).toBeFocused();
      await expect(current).toHaveValue('');
      await expectAccessibleView(page, [viewport]);
      await mailTo(person.email, /was changed/);

      await page.reload();
      await expect(page.getByText(person.email)).toBeVisible();
      await expect(section(page, 'Where you’re signed in').getByRole('listitem')).toHaveCount(1);
      await elsewhere.goto('/account');
      await expect(elsewhere).toHaveURL('/auth?next=%2Faccount');
      await signIn(elsewhere, { ...person, password: chosen });
      await expectSignedIn(elsewhere);
    });

    test('the sessions are listed, and another one can be ended', async ({
      page,
      elsewhere,
      watched,
    }) => {
      watched.expectConsoleError(/401|could not be (loaded|refreshed)/);
      const person = await confirmedApplicant();
      await openAs(elsewhere, person, '/account');
      await expect(elsewhere.getByText(person.email)).toBeVisible();
      await openAs(page, person, '/account');
      const sessions = section(page, 'Where you’re signed in');
      const rows = sessions.getByRole('listitem');
      await expect(rows).toHaveCount(2);
      await expect(rows.nth(0)).toContainText('This device');
      await expect(rows.nth(0).getByRole('button')).toHaveCount(0);
      await expect(rows.nth(1)).toContainText(/Chrome on/);
      await expectAccessibleView(page, [viewport]);
      await by.press(rows.nth(1).getByRole('button', { name: /^Sign out: / }));
      await expect(rows).toHaveCount(1);
      await expect(sessions.getByText('You’re not signed in anywhere else.')).toBeVisible();
      await expect(sessions.getByRole('status').filter({ hasText: 'Signed out: ' })).toBeVisible();
      // The focus stays on the list although the pressed button is gone.
      await expect
        .poll(() => sessions.evaluate((it) => it.contains(document.activeElement)))
        .toBe(true);
      await expectAccessibleView(page, [viewport]);
      await elsewhere.reload();
      await expect(elsewhere).toHaveURL('/auth?next=%2Faccount');
    });

    test('deleting the account ends every session, removes its data and frees its address', async ({
      page,
      elsewhere,
      watched,
    }) => {
      watched.expectConsoleError(/401|could not be (loaded|refreshed)/);
      const person = await confirmedApplicant();
      await startAs(elsewhere, person);
      await openAs(page, person, '/apply');
      await fillApplication(page);
      await submitApplication(page);

      await page.goto('/account');
      const open = page.getByRole('button', { name: 'Delete my account' });
      const dialog = page.getByRole('dialog', { name: 'Delete your account?' });
      await test.step('can be cancelled', async () => {
        await by.press(open);
        const keep = dialog.getByRole('button', { name: 'Keep my account' });
        await expect(keep).toBeFocused();
        await expectAccessibleView(page, [viewport]);
        await by.press(keep);
        await expect(dialog).toHaveCount(0);
        await expect(open).toBeFocused();
        await by.press(open);
        await page.keyboard.press('Escape');
        await expect(dialog).toHaveCount(0);
        await expect(open).toBeFocused();
      });
      await test.step('requires the password', async () => {
        await by.press(open);
        const act = dialog.getByRole('button', { name: 'Delete my account' });
        await by.press(act);
        await expect(dialog.getByText('Enter your current password')).toBeVisible();
        await by.type(dialog.getByLabel('Current password'), 'Not-my-password-1');
        // Enter submits although the form's first field is hidden.
        await page.keyboard.press('Enter');
        await expect(dialog.getByText('This isn’t your current password')).toBeVisible();
        await expect(dialog.getByLabel('Current password')).toBeFocused();
        await expectAccessibleView(page, [viewport]);
        await by.type(dialog.getByLabel('Current password'), person.password);
        await by.press(act);
      });

      await expect(page).toHaveURL('/');
      await expect(toast(page)).toContainText('Your account is deleted');
      await expect(page.getByRole('button', { name: person.firstName })).toHaveCount(0);
      await elsewhere.goto('/account');
      await expect(elsewhere).toHaveURL('/auth?next=%2Faccount');
      await signIn(page, person);
      await expect(page.getByRole('main').getByRole('alert')).toBeVisible();

      await openAs(elsewhere, administrator(), '/admin');
      await elsewhere.getByRole('searchbox').fill(person.email);
      await expect(elsewhere.getByText(/^No application/)).toBeVisible();

      await signUp(page, person);
      const mails = await mailsAbout(person.email, /Confirm your email address/, 2);
      await page.goto(firstLink(mails[1]!));
      await confirm(page);
      await openAs(page, person, '/apply');
      await expect(page.getByText('Step 1 of 3')).toBeVisible();
      await expect(page.getByLabel('Teaching Experience')).toHaveValue('');
    });
  });

test('the data can be downloaded as a ZIP file', async ({ page }) => {
  await openAs(page, await confirmedApplicant(), '/account');
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download my data' }).press('Enter');
  const download = await downloading;
  expect(download.suggestedFilename()).toBe('educators-forum-data.zip');
  await expect(section(page, 'Your data').getByRole('status')).toBeVisible();
  await expectAccessibleView(page);
  // The signature of the format. tests/http covers the content.
  expect((await readFile(await download.path())).toString('latin1', 0, 2)).toBe('PK');
});

test('a weak password is refused before anything is sent', async ({ page }) => {
  await openAs(page, await confirmedApplicant(), '/account');
  const form = section(page, 'Your password');
  await form.getByLabel('New password').fill('meadow');
  await form.getByLabel('Current password').fill('anything');
  await form.getByRole('button', { name: 'Change the password' }).click();
  await expect(form.getByRole('alert')).toHaveText(
    'Password does not meet complexity requirements',
  );
  await expectAccessibleView(page);
});
