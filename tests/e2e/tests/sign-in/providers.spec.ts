// Sign-in through an OpenID Connect provider, the school in school.ts.
import type { Page } from '@playwright/test';
import { call, confirmedApplicant, type Person } from '../../support/applicants.js';
import { codeOf, withApp } from '../../support/sign-in/authenticator-app.js';
import { variants } from '../../support/input-methods.js';
import { expect, expectAccessibleView, test as ordinary } from '../../support/journey-test.js';
import { signInCode, firstLink, mailsAbout, mailTo } from '../../support/mailbox.js';
import { signInAtSchool, TITLE } from '../../support/sign-in/school.js';
import {
  button,
  expectFailure,
  main,
  goToSchool,
  panel,
  section,
  alertIn,
  schoolButton,
  link,
  test,
} from '../../support/sign-in/providers-test.js';
import { expectPage, expectSignedIn, signIn, openAs, toast } from '../../support/steps.js';
import { forgetSession, storedSession, storedToken } from '../../support/stored-session.js';

const NOTICE = /Your .* sign-in methods were changed/;
const PASSWORD = 'Harbor-58-violet';

/** Signs in with a mailed code, which is too weak to change sign-in methods. */
async function signInByCode(page: Page, { email }: Person): Promise<void> {
  await page.goto('/auth');
  await panel(page).getByLabel('Email').fill(email);
  await button(panel(page), 'Email me a sign-in code').click();
  await button(panel(page), 'Send the code').click();
  const code = signInCode(await mailTo(email, /Your sign-in code/));
  await panel(page).getByLabel('Code from the email').fill(code);
  await button(panel(page), 'Sign In').click();
  await expectSignedIn(page);
}

const me = async (page: Page) => call('GET', '/users/me', { token: await storedToken(page) });

for (const { name, viewport, by } of variants)
  test.describe(name, () => {
    test.use({ viewport });

    test('a new user gets an account through the school and signs in again', async ({
      page,
      school,
    }) => {
      const student = school.enroll({ firstName: 'Édith', lastName: 'Nuñez' });
      await page.goto('/auth');
      await expect(schoolButton(page)).toBeVisible();
      await expectAccessibleView(page, [viewport]);
      await page.getByRole('tab', { name: 'Sign Up' }).click();
      await expect(schoolButton(page, 'Sign Up')).toBeVisible();
      await expectAccessibleView(page, [viewport]);
      await by.press(schoolButton(page, 'Sign Up'));
      await signInAtSchool(page, student);
      await expectSignedIn(page);
      await expect(page.getByRole('dialog', { name: 'Apply for Membership' })).toBeVisible();
      await expect(page).toHaveURL('/auth');
      expect(await me(page)).toMatchObject({
        email: student.email,
        email_verified: true,
        first_name: 'Édith',
        last_name: 'Nuñez',
        roles: ['applicant'],
      });
      const first = await me(page);

      // The session at the school is still open, so the school shows no form. The sign-in leads back to the page.
      await forgetSession(page);
      await page.goto('/account');
      await by.press(schoolButton(page));
      await expectSignedIn(page);
      await expect(page).toHaveURL('/account');
      expect(await me(page)).toEqual(first);
      await expect(section(page).getByRole('listitem')).toContainText(student.email);
      await expectAccessibleView(page, [viewport]);
    });

    test('a school account with a known address is linked only after signing in, and can be unlinked', async ({
      page,
      school,
      watched,
    }) => {
      test.setTimeout(120_000);
      watched.expectConsoleError(/40[139]/);
      const person = await confirmedApplicant();
      const student = school.enroll({ email: person.email });
      await page.goto('/auth');
      await by.press(schoolButton(page));
      await signInAtSchool(page, student);
      await expectFailure(page, 'Your email address already has an account here.');
      await expectAccessibleView(page, [viewport]);
      await by.press(link(page, 'Sign in with your password'));
      await expect(page).toHaveURL('/auth');

      await signInByCode(page, person);
      await page.goto('/account');
      await expect(section(page)).toContainText('Nothing is linked yet.');
      await expectAccessibleView(page, [viewport]);
      await by.press(button(section(page), `Link ${TITLE}`));
      const dialog = page.getByRole('dialog', { name: 'Please enter your password' });
      const password = dialog.getByLabel('Current password');
      await expect(password).toBeFocused();
      await expectAccessibleView(page, [viewport]);
      await by.type(password, 'not the password');
      await by.press(button(dialog, 'Continue'));
      await expect(password).toBeFocused();
      await expect(password).toHaveAttribute('aria-invalid', 'true');
      await by.type(password, person.password);
      await by.press(button(dialog, 'Continue'));
      await expect(page).toHaveURL('/account');
      await expect(toast(page)).toContainText(`${TITLE} is linked`);
      const row = section(page).getByRole('listitem');
      await expect(row).toContainText(person.email);
      await expectAccessibleView(page, [viewport]);
      await mailsAbout(person.email, NOTICE, 1);

      await forgetSession(page);
      await by.press(schoolButton(page));
      await expectSignedIn(page);
      expect(await me(page)).toMatchObject({ email: person.email, first_name: person.firstName });

      // A provider sign-in is not re-authentication.
      await page.goto('/account');
      await by.press(button(row, /^Unlink /));
      await expectAccessibleView(page, [viewport]);
      await by.press(button(page, 'Unlink it'));
      await by.type(password, person.password);
      await by.press(button(dialog, 'Continue'));
      await expect(section(page)).toContainText(`${TITLE} was unlinked.`);
      await expect(section(page)).toContainText('Nothing is linked yet.');
      await forgetSession(page);
      await by.press(schoolButton(page));
      await expectFailure(page, 'Your email address already has an account here.');
    });

    test('an address that the school has not verified is refused', async ({
      page,
      school,
      watched,
    }) => {
      watched.expectConsoleError(/403/);
      await page.goto('/auth');
      await by.press(schoolButton(page));
      await signInAtSchool(page, school.enroll({ verified: false }));
      await expectFailure(page, 'The provider hasn’t confirmed your email address.');
      await expectAccessibleView(page, [viewport]);
      await by.press(link(page, 'Sign Up'));
      await expect(page).toHaveURL('/auth#sign-up');
      await expect(page.getByRole('tabpanel', { name: 'Sign Up' })).toBeVisible();
    });

    test('Cancel at the school leads to a page that offers another attempt', async ({
      page,
      school,
    }) => {
      await page.goto('/auth');
      await by.press(schoolButton(page));
      await button(page, 'Cancel').click();
      await expectFailure(page, 'You didn’t give permission');
      await expectAccessibleView(page, [viewport]);
      await by.press(link(page, 'Try again'));
      await by.press(schoolButton(page));
      // The consent page.
      await page.getByLabel('School number').fill(school.enroll({}).number);
      await button(page, 'Sign in').click();
      await button(page, 'Cancel').click();
      await expectFailure(page, 'You didn’t give permission');
    });

    test('an account with an authenticator app needs its code after signing in at the school', async ({
      page,
      school,
      watched,
    }) => {
      watched.expectConsoleError(/40[19]/);
      const student = school.enroll({});
      await goToSchool(page);
      await signInAtSchool(page, student);
      await expectSignedIn(page);
      const key = await withApp(page);
      await forgetSession(page);
      await by.press(schoolButton(page));
      const field = main(page).getByLabel('Code from the app');
      await expect(page).toHaveURL('/auth/finish');
      await expect(field).toBeFocused();
      await expectAccessibleView(page, [viewport]);
      expect(await storedSession(page)).toBeNull();
      await by.type(field, codeOf(key, 5));
      await by.press(button(main(page), 'Sign In'));
      await expect(alertIn(page)).toBeVisible();
      await expect(field).toBeFocused();
      await by.type(field, codeOf(key, 1));
      await by.press(button(main(page), 'Sign In'));
      await expectSignedIn(page);

      // The code was re-authentication, and the account has no password to ask for.
      await page.goto('/account');
      await by.press(button(section(page), /^Unlink /));
      await by.press(button(page, 'Unlink it'));
      await expect(alertIn(page)).toContainText('This is your only way to sign in.');
      await expectAccessibleView(page, [viewport]);
      await expect(section(page).getByRole('listitem')).toContainText(student.email);
      await by.press(link(page, 'Ask for a password'));
      await expect(page).toHaveURL('/auth/recover');
    });

    test('the only sign-in method cannot be unlinked before a password is set', async ({
      page,
      school,
      watched,
    }) => {
      // A new password ends every session, including this one.
      watched.expectConsoleError(/40[19]|could not be (refreshed|loaded)/);
      const student = school.enroll({});
      await goToSchool(page);
      await signInAtSchool(page, student);
      await expectSignedIn(page);
      await page.goto('/account');
      await by.press(button(section(page), /^Unlink /));
      await by.press(button(page, 'Unlink it'));
      // Without a password, a recent sign-in is enough.
      await expect(alertIn(page)).toContainText('This is your only way to sign in.');
      await by.press(link(page, 'Ask for a password'));
      await expectPage(page, '/auth/recover', 'Forgot your password?');
      await expectAccessibleView(page, [viewport]);
      await by.type(main(page).getByLabel('Email'), student.email);
      await by.press(button(main(page), 'Send the link'));
      await page.goto(firstLink(await mailTo(student.email, /Choose a new password/)));
      await by.type(main(page).getByLabel('New password'), PASSWORD);
      await by.press(button(main(page), 'Set the new password'));
      await expect(toast(page)).toContainText('Password changed');
      await signIn(page, {
        email: student.email,
        password: PASSWORD,
        firstName: student.firstName,
      });
      await expectSignedIn(page);
      await page.goto('/account');
      await by.press(button(section(page), /^Unlink /));
      await by.press(button(page, 'Unlink it'));
      await expect(section(page)).toContainText(`${TITLE} was unlinked.`);
    });

    test('an unreachable school leads to a page that reports it', async ({ page, watched }) => {
      watched.expectConsoleError(/503/);
      await page.goto('/account');
      await by.press(schoolButton(page, 'Sign In', 'Closed School'));
      await expectFailure(page, 'We can’t reach the provider right now.');
      await expectAccessibleView(page, [viewport]);
      await by.press(link(page, 'Try again'));
      await expect(page).toHaveURL('/auth?next=%2Faccount');
      await openAs(page, await confirmedApplicant(), '/account');
      await by.press(button(section(page), 'Link Closed School'));
      await expectFailure(page, 'We can’t reach the provider right now.');
      await by.press(link(page, 'Go to your account'));
      await expect(page).toHaveURL('/account');
    });
  });

ordinary(
  'without providers and wallets in the settings, no page mentions them',
  async ({ page }) => {
    const asked = page.waitForResponse('**/api/auth/providers');
    await page.goto('/auth');
    expect(await (await asked).json()).toEqual({ items: [], next_cursor: null });
    const none = async (tab: string) => {
      await expect(button(panel(page, tab), tab)).toBeVisible();
      await expect(panel(page, tab).getByRole('button', { name: /^Continue with/ })).toHaveCount(0);
      await expect(panel(page, tab).getByText('or', { exact: true })).toHaveCount(0);
    };
    await none('Sign In');
    await page.getByRole('tab', { name: 'Sign Up' }).click();
    await none('Sign Up');
    await openAs(page, await confirmedApplicant(), '/account');
    await expect(page.getByRole('region', { name: 'Two-step sign-in' })).toBeVisible();
    await expect(section(page)).toHaveCount(0);
  },
);
