// Codes: two-step sign-in with an authenticator app and recovery codes, and a mailed code in place of the password.
import type { Page } from '@playwright/test';
import { confirmedApplicant } from '../../support/applicants.js';
import { codeOf } from '../../support/sign-in/authenticator-app.js';
import { variants } from '../../support/input-methods.js';
import { expect, expectAccessibleView, test, wide } from '../../support/journey-test.js';
import { mailsAbout, mailTo, signInCode } from '../../support/mailbox.js';
import { expectSignedIn, openAs, signIn, submitSignIn, toast } from '../../support/steps.js';
import { forgetSession } from '../../support/stored-session.js';

const twoStep = (page: Page) => page.getByRole('region', { name: 'Two-step sign-in' });
const panel = (page: Page) => page.getByRole('tabpanel', { name: 'Sign In' });
const enter = (page: Page) => panel(page).getByRole('button', { name: 'Sign In', exact: true });

/** Another six-digit code. */
const otherCode = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0');

for (const { name, viewport, by } of variants)
  test.describe(name, () => {
    test.use({ viewport });

    test('an app is required after the password, and a recovery code replaces it', async ({
      page,
      elsewhere,
      watched,
    }) => {
      // Removing the app ends the session that used it.
      watched.expectConsoleError(
        /401|could not be (loaded|refreshed)|^console: The query .* failed/,
      );
      const person = await confirmedApplicant();
      await openAs(page, person, '/account');
      const section = twoStep(page);
      await expect(section).toContainText('Two-step sign-in is off.');
      await by.press(section.getByRole('button', { name: 'Set up an authenticator app' }));
      const dialog = page.getByRole('dialog', { name: 'Set up an authenticator app' });
      await expect(dialog).toContainText('Turning it on signs you out everywhere else.');
      const key = await dialog.locator('code').innerText();
      await expectAccessibleView(page, [viewport]);
      const used = codeOf(key, 0);
      await by.type(dialog.getByLabel('Code from the app'), used);
      await by.press(dialog.getByRole('button', { name: 'Turn it on' }));
      const shown = page.getByRole('dialog', { name: 'Your recovery codes' });
      await expect(shown.getByRole('listitem')).toHaveCount(10);
      const [first = ''] = await shown.getByRole('listitem').allTextContents();
      await expectAccessibleView(page, [viewport]);
      await by.press(shown.getByRole('button', { name: 'I have saved them' }));
      await expect(section).toContainText('10 recovery codes are left.');
      await expectAccessibleView(page, [viewport]);
      await mailTo(person.email, /An authenticator was added/);

      // The password alone no longer signs in.
      await forgetSession(page);
      await signIn(page, person);
      const field = panel(page).getByLabel('Code from the app');
      await expect(field).toBeFocused();
      await expectAccessibleView(page, [viewport]);
      // The code used for set-up is spent.
      await by.type(field, used);
      await by.press(enter(page));
      await expect(panel(page).getByRole('alert')).toBeVisible();
      await expect(field).toBeFocused();
      await by.type(field, codeOf(key, 1));
      await by.press(enter(page));
      await expectSignedIn(page);

      // On another device, without the phone. The sign-in leads back to the page.
      await elsewhere.goto('/account#two-step');
      await submitSignIn(elsewhere, person);
      await panel(elsewhere).getByRole('button', { name: 'Use a recovery code' }).click();
      const recovery = panel(elsewhere).getByLabel('Recovery code');
      await expect(recovery).toBeFocused();
      await expect(panel(elsewhere)).toContainText(/Write to info@.+ This takes up to/);
      await recovery.pressSequentially(` ${first.toUpperCase()} `);
      await enter(elsewhere).click();
      await expectSignedIn(elsewhere);
      await expect(toast(elsewhere)).toContainText('9 recovery codes are left.');
      await expect(toast(elsewhere).getByRole('link', { name: 'Replace it' })).toHaveAttribute(
        'href',
        '/account#two-step',
      );
      await mailTo(person.email, /A recovery code was used/);
      await expect(elsewhere).toHaveURL('/account#two-step');
      await expect(twoStep(elsewhere)).toContainText('9 recovery codes are left.');

      // Removing the lost phone's app ends the sessions of both devices.
      await twoStep(elsewhere).getByRole('button', { name: 'Remove Authenticator app' }).click();
      await expect(elsewhere.getByRole('dialog')).toContainText('possibly here too');
      await expectAccessibleView(elsewhere, [viewport]);
      await elsewhere.getByRole('button', { name: 'Remove it' }).click();
      await expect(elsewhere).toHaveURL('/auth?next=%2Faccount%23two-step');
      await expect(toast(elsewhere)).toContainText('Authenticator app was removed');
      await expect(toast(elsewhere)).toContainText('please sign in again');
      await mailsAbout(person.email, /An authenticator was removed/, 1);
      await page.goto('/account');
      await expect(page).toHaveURL('/auth?next=%2Faccount');

      // The password alone is enough again.
      await signIn(elsewhere, person);
      await expectSignedIn(elsewhere);
      await elsewhere.goto('/account');
      await expect(twoStep(elsewhere)).toContainText('Two-step sign-in is off.');
      await forgetSession(page);
      await signIn(page, person);
      await expectSignedIn(page);
    });

    test('a mailed code signs in, in every tab', async ({ page, watched }) => {
      watched.expectConsoleError(/401/);
      const person = await confirmedApplicant();
      const second = await watched.also(await page.context().newPage());
      await second.goto('/apply#changes');
      await second.setViewportSize(wide);
      const form = panel(page);

      await page.goto('/auth');
      await by.type(form.getByLabel('Email'), person.email);
      await by.press(form.getByRole('button', { name: 'Email me a sign-in code' }));
      await expect(form.getByLabel('Email')).toBeFocused();
      await expect(form.getByLabel('Email')).toHaveValue(person.email);
      await expectAccessibleView(page, [viewport]);
      await by.press(form.getByRole('button', { name: 'Send the code' }));
      const field = form.getByLabel('Code from the email');
      await expect(field).toBeFocused();
      await expectAccessibleView(page, [viewport]);

      const code = signInCode(await mailTo(person.email, /Your sign-in code/));
      await by.type(field, otherCode(code));
      await by.press(enter(page));
      await expect(form.getByRole('alert')).toBeVisible();
      await expect(field).toBeFocused();
      await expectAccessibleView(page, [viewport]);

      // Copying from the mail may add spaces.
      await by.type(field, ` ${code.slice(0, 3)} ${code.slice(3)} `);
      await by.press(enter(page));
      await expectSignedIn(page);
      await expect(page.getByRole('dialog', { name: 'Apply for Membership' })).toBeVisible();
      const menu = second.getByRole('banner').getByRole('button', { name: person.firstName });
      await expect(menu).toBeVisible();
      await expect(second).toHaveURL('/apply#changes');
    });
  });
