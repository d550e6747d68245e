// Signing in with an account of one's school: the first time, again, and with an account that is here already. The school
// is a provider of its own (school.ts).
import type { Page } from '@playwright/test';
import { codeOf, withApp } from '../../support/sign-in/authenticator-app.js';
import { walks } from '../../support/input-methods.js';
import { expect, expectSoundView, test as ordinary } from '../../support/journey-test.js';
import { codeIn, firstLink, mailsAbout, mailTo } from '../../support/mailbox.js';
import { passSchool, TITLE } from '../../support/sign-in/school.js';
import {
  button,
  expectFailure,
  main,
  openTheSchool,
  panel,
  section,
  signOut,
  told,
  toSchool,
  wayOn,
  welcomed,
} from '../../support/sign-in/school-steps.js';
import { storedSession } from '../../support/stored-session.js';
import { confirmedApplicant, type Person, signIn, startAs, toast } from '../../support/steps.js';
import { test } from '../../support/sign-in/providers-test.js';

const NOTICE = /How you sign in to .* was changed/;
const PASSWORD = 'Harbor-58-violet';

/** Signs in with a code from a mail, which lets nobody change how one signs in. */
async function signInByCode(page: Page, { email }: Person): Promise<void> {
  await page.goto('/auth');
  await panel(page).getByLabel('Email').fill(email);
  await button(panel(page), 'Email me a sign-in code').click();
  await button(panel(page), 'Send the code').click();
  const code = codeIn(await mailTo(email, /Your sign-in code/));
  await panel(page).getByLabel('Code from the email').fill(code);
  await button(panel(page), 'Sign In').click();
  await welcomed(page);
}

async function callerOf(page: Page): Promise<{ headers: Record<string, string> }> {
  const stored = await storedSession(page);
  return { headers: { Authorization: `Bearer ${stored?.accessToken}` } };
}

const me = async (page: Page) =>
  (await (await page.request.get('/api/users/me', await callerOf(page))).json()) as object;

for (const { name, viewport, by } of walks)
  test.describe(name, () => {
    test.use({ viewport });

    test('somebody new gets an account through the school, and comes in again', async ({
      page,
      school,
    }) => {
      const pupil = school.enrol({ firstName: 'Édith', lastName: 'Nuñez' });
      await page.goto('/auth');
      await expect(toSchool(page)).toBeVisible();
      await expectSoundView(page);
      await page.getByRole('tab', { name: 'Sign Up' }).click();
      await expect(toSchool(page, 'Sign Up')).toBeVisible();
      await expectSoundView(page);
      await by.press(toSchool(page, 'Sign Up'));
      await passSchool(page, pupil);
      await welcomed(page);
      await expect(page.getByRole('dialog', { name: 'Apply for Membership' })).toBeVisible();
      await expect(page).toHaveURL('/auth');
      expect(await me(page)).toMatchObject({
        email: pupil.email,
        email_verified: true,
        first_name: 'Édith',
        last_name: 'Nuñez',
        roles: ['applicant'],
      });
      const first = await me(page);

      // The school still knows who sits there, and asks nothing.
      await signOut(page);
      await by.press(toSchool(page));
      await welcomed(page);
      expect(await me(page)).toEqual(first);
      await page.goto('/account');
      await expect(section(page).getByRole('listitem')).toContainText(pupil.email);
      await expectSoundView(page);
    });

    test('an address with an account signs in first; then the school is linked, signs in, and is unlinked', async ({
      page,
      school,
      watched,
    }) => {
      test.setTimeout(120_000);
      watched.expectConsoleError(/40[139]/);
      const person = await confirmedApplicant(page);
      const pupil = school.enrol({ email: person.email });
      await page.goto('/auth');
      await by.press(toSchool(page));
      await passSchool(page, pupil);
      await expectFailure(page, 'Your email address has an account here already.');
      await expectSoundView(page);
      await by.press(wayOn(page, 'Sign in with your password'));
      await expect(page).toHaveURL('/auth');

      await signInByCode(page, person);
      await page.goto('/account');
      await expect(section(page)).toContainText('Nothing is linked yet.');
      await expectSoundView(page);
      await by.press(button(section(page), `Link ${TITLE}`));
      const dialog = page.getByRole('dialog', { name: 'Please enter your password' });
      const password = dialog.getByLabel('Current password');
      await expect(password).toBeFocused();
      await expectSoundView(page);
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
      await expectSoundView(page);
      await mailsAbout(person.email, NOTICE, 1);

      await signOut(page);
      await by.press(toSchool(page));
      await welcomed(page);
      expect(await me(page)).toMatchObject({ email: person.email, first_name: person.firstName });

      // The school proves less than the password does.
      await page.goto('/account');
      await by.press(button(row, /^Unlink /));
      await expectSoundView(page);
      await by.press(button(page, 'Unlink it'));
      await by.type(password, person.password);
      await by.press(button(dialog, 'Continue'));
      await expect(section(page)).toContainText(`${TITLE} is unlinked.`);
      await expect(section(page)).toContainText('Nothing is linked yet.');
      await signOut(page);
      await by.press(toSchool(page));
      await expectFailure(page, 'Your email address has an account here already.');
    });

    test('whose address the school has not verified is told so', async ({
      page,
      school,
      watched,
    }) => {
      watched.expectConsoleError(/403/);
      await page.goto('/auth');
      await by.press(toSchool(page));
      await passSchool(page, school.enrol({ verified: false }));
      await expectFailure(page, 'The provider has not confirmed your email address.');
      await expectSoundView(page);
      await by.press(wayOn(page, 'Create an account'));
      await expect(page).toHaveURL('/auth#sign-up');
      await expect(page.getByRole('tabpanel', { name: 'Sign Up' })).toBeVisible();
    });

    test('who presses Cancel at the school comes back to a page with a way on', async ({
      page,
      school,
    }) => {
      await page.goto('/auth');
      await by.press(toSchool(page));
      await button(page, 'Cancel').click();
      await expectFailure(page, 'You did not agree on the page of the provider');
      await expectSoundView(page);
      await by.press(wayOn(page, 'Try again'));
      await by.press(toSchool(page));
      // The second page of the school.
      await page.getByLabel('School number').fill(school.enrol({}).number);
      await button(page, 'Sign in').click();
      await button(page, 'Cancel').click();
      await expectFailure(page, 'You did not agree on the page of the provider');
    });

    test('an account with an authenticator app is asked for its code after the school', async ({
      page,
      school,
      watched,
    }) => {
      watched.expectConsoleError(/40[19]/);
      const pupil = school.enrol({});
      await openTheSchool(page);
      await passSchool(page, pupil);
      await welcomed(page);
      const key = await withApp(page);
      await signOut(page);
      await by.press(toSchool(page));
      const field = main(page).getByLabel('Code from the app');
      await expect(page).toHaveURL('/auth/finish');
      await expect(field).toBeFocused();
      await expectSoundView(page);
      expect(await storedSession(page)).toBeNull();
      await by.type(field, codeOf(key, 5));
      await by.press(button(main(page), 'Sign In'));
      await expect(told(page)).toBeVisible();
      await expect(field).toBeFocused();
      await by.type(field, codeOf(key, 1));
      await by.press(button(main(page), 'Sign In'));
      await welcomed(page);

      // The code has proved who it is, so nobody is asked for a password that there is not.
      await page.goto('/account');
      await by.press(button(section(page), /^Unlink /));
      await by.press(button(page, 'Unlink it'));
      await expect(told(page)).toContainText('This is your only way to sign in.');
      await expectSoundView(page);
      await expect(section(page).getByRole('listitem')).toContainText(pupil.email);
      await by.press(wayOn(page, 'Ask for a password'));
      await expect(page).toHaveURL('/auth/recover');
    });

    test('who came by the school alone chooses a password before it is unlinked', async ({
      page,
      school,
      watched,
    }) => {
      // A new password ends every session, that of this page too.
      watched.expectConsoleError(/40[19]|could not be (refreshed|loaded)/);
      const pupil = school.enrol({});
      await openTheSchool(page);
      await passSchool(page, pupil);
      await welcomed(page);
      await page.goto('/account');
      await by.press(button(section(page), /^Unlink /));
      await by.press(button(page, 'Unlink it'));
      // Without a password it is enough to have come in shortly before.
      await expect(told(page)).toContainText('This is your only way to sign in.');
      await by.press(wayOn(page, 'Ask for a password'));
      await expect(page).toHaveURL('/auth/recover');
      await expectSoundView(page);
      await by.type(main(page).getByLabel('Email'), pupil.email);
      await by.press(button(main(page), 'Send the link'));
      await page.goto(firstLink(await mailTo(pupil.email, /Choose a new password/)));
      await by.type(main(page).getByLabel('New password'), PASSWORD);
      await by.press(button(main(page), 'Set the new password'));
      await expect(toast(page)).toContainText('Password changed');
      await signIn(page, { email: pupil.email, password: PASSWORD, firstName: pupil.firstName });
      await welcomed(page);
      await page.goto('/account');
      await by.press(button(section(page), /^Unlink /));
      await by.press(button(page, 'Unlink it'));
      await expect(section(page)).toContainText(`${TITLE} is unlinked.`);
    });

    test('a school that is down leads to a page that says so', async ({ page, watched }) => {
      watched.expectConsoleError(/503/);
      await page.goto('/auth');
      await by.press(toSchool(page, 'Sign In', 'Closed School'));
      await expectFailure(page, 'The provider could not be reached just now.');
      await expectSoundView(page);
      await by.press(wayOn(page, 'Try again'));
      await expect(page).toHaveURL('/auth');
      await startAs(page, await confirmedApplicant(page));
      await page.goto('/account');
      await by.press(button(section(page), 'Link Closed School'));
      await expectFailure(page, 'The provider could not be reached just now.');
      await by.press(wayOn(page, 'Go to your account'));
      await expect(page).toHaveURL('/account');
    });
  });

ordinary(
  'where no provider and no wallet is set, no page says a word of them',
  async ({ page }) => {
    const asked = page.waitForResponse('**/api/auth/providers');
    await page.goto('/auth');
    expect(await (await asked).json()).toEqual({ items: [] });
    const none = async (tab: string) => {
      await expect(button(panel(page, tab), tab)).toBeVisible();
      await expect(panel(page, tab).getByRole('button', { name: /^Continue with/ })).toHaveCount(0);
      await expect(panel(page, tab).getByText('or', { exact: true })).toHaveCount(0);
    };
    await none('Sign In');
    await page.getByRole('tab', { name: 'Sign Up' }).click();
    await none('Sign Up');
    await startAs(page, await confirmedApplicant(page));
    await page.goto('/account');
    await expect(page.getByRole('region', { name: 'Two-step sign-in' })).toBeVisible();
    await expect(section(page)).toHaveCount(0);
  },
);
