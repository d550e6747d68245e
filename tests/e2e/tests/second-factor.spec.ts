// Two-step sign-in: an app is set up under /account, asked for after the password, and replaced by a recovery code.
import type { Locator, Page } from '@playwright/test';
import { codeOf } from '../authenticator-app.js';
import { walks } from '../hands.js';
import { expect, expectSoundView, test } from '../journey-test.js';
import { mailsAbout, mailTo } from '../mailbox.js';
import { confirmedApplicant, type Person, startAs, toast } from '../steps.js';

const twoStep = (page: Page) => page.getByRole('region', { name: 'Two-step sign-in' });
const panel = (page: Page) => page.getByRole('tabpanel', { name: 'Sign In' });
const enter = (page: Page) => panel(page).getByRole('button', { name: 'Sign In', exact: true });

async function password(page: Page, person: Person): Promise<void> {
  await page.goto('/auth');
  await panel(page).getByLabel('Email').fill(person.email);
  await panel(page).getByLabel('Password', { exact: true }).fill(person.password);
  await enter(page).click();
}

const textsOf = (rows: Locator) => rows.allTextContents();

for (const { name, viewport, by } of walks)
  test.describe(name, () => {
    test.use({ viewport });

    test('an app is set up, signs in after the password, and a recovery code takes its place', async ({
      page,
      elsewhere,
      watched,
    }) => {
      // Removing the app ends the session that used it.
      watched.expectConsoleError(
        /401|could not be (loaded|refreshed)|^console: The query .* failed/,
      );
      const person = await confirmedApplicant(page);
      await startAs(page, person);
      await page.goto('/account');
      const section = twoStep(page);
      await expect(section).toContainText('Two-step sign-in is off.');
      await by.press(section.getByRole('button', { name: 'Set up an authenticator app' }));
      const dialog = page.getByRole('dialog', { name: 'Set up an authenticator app' });
      await expect(dialog).toContainText('Turning it on signs you out everywhere else.');
      const key = await dialog.locator('code').innerText();
      await expectSoundView(page);
      const used = codeOf(key, 0);
      await by.type(dialog.getByLabel('Code from the app'), used);
      await by.press(dialog.getByRole('button', { name: 'Turn it on' }));
      const shown = page.getByRole('dialog', { name: 'Your recovery codes' });
      await expect(shown.getByRole('listitem')).toHaveCount(10);
      const [first = ''] = await textsOf(shown.getByRole('listitem'));
      await expectSoundView(page);
      await by.press(shown.getByRole('button', { name: 'I have saved them' }));
      await expect(section).toContainText('10 recovery codes are left.');
      await expectSoundView(page);
      await mailTo(person.email, /Two-step sign-in for your account/);

      // The password alone opens nothing any more.
      await page.evaluate(() => localStorage.clear());
      await password(page, person);
      const field = panel(page).getByLabel('Code from the app');
      await expect(field).toBeFocused();
      await expectSoundView(page);
      // The code that the app was set up with, which somebody may have seen.
      await by.type(field, used);
      await by.press(enter(page));
      await expect(panel(page).getByRole('alert')).toBeVisible();
      await expect(field).toBeFocused();
      await by.type(field, codeOf(key, 1));
      await by.press(enter(page));
      await expect(toast(page)).toContainText('Welcome back!');

      // Without the phone, on another device.
      await password(elsewhere, person);
      await panel(elsewhere).getByRole('button', { name: 'Use a recovery code' }).click();
      const recovery = panel(elsewhere).getByLabel('Recovery code');
      await expect(recovery).toBeFocused();
      await recovery.fill(` ${first.toUpperCase()} `);
      await enter(elsewhere).click();
      await expect(toast(elsewhere)).toContainText('Welcome back!');
      await mailTo(person.email, /A recovery code was used/);
      await elsewhere.goto('/account');
      await expect(twoStep(elsewhere)).toContainText('9 recovery codes are left.');

      // The lost phone is taken off the account. Nothing is left that proved the sessions of both devices.
      await twoStep(elsewhere).getByRole('button', { name: 'Remove Authenticator app' }).click();
      await expect(elsewhere.getByRole('dialog')).toContainText('possibly on this device too');
      await expectSoundView(elsewhere);
      await elsewhere.getByRole('button', { name: 'Remove it' }).click();
      await expect(elsewhere).toHaveURL('/auth');
      await expect(toast(elsewhere)).toContainText('Authenticator app is removed');
      await expect(toast(elsewhere)).toContainText('please sign in again');
      await mailsAbout(person.email, /An authenticator was removed/, 1);
      await page.goto('/account');
      await expect(page).toHaveURL('/auth');

      // Signing in asks for the password alone again.
      await password(elsewhere, person);
      await expect(toast(elsewhere)).toContainText('Welcome back!');
      await elsewhere.goto('/account');
      await expect(twoStep(elsewhere)).toContainText('Two-step sign-in is off.');
      await page.evaluate(() => localStorage.clear());
      await password(page, person);
      await expect(toast(page)).toContainText('Welcome back!');
    });
  });
