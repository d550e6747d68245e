// Recovery: from 'Forgot your password?' to the new password.
import { call, confirmedApplicant } from '../../support/applicants.js';
import { variants } from '../../support/input-methods.js';
import { expect, expectAccessibleView, test } from '../../support/journey-test.js';
import { firstLink, mailTo } from '../../support/mailbox.js';
import { stack } from '../../support/stack.js';
import { expectPage, expectSignedIn, signIn, openAs, startAs, toast } from '../../support/steps.js';

const RECOVERY = /Choose a new password/;
const chosen = 'Harbor-58-violet';

for (const { name, viewport, by } of variants)
  test.describe(name, () => {
    test.use({ viewport });

    test('a new password is set by mail, and all sessions end', async ({
      page,
      elsewhere,
      watched,
    }) => {
      const person = await confirmedApplicant();
      const main = page.getByRole('main');
      const signInForm = page.getByRole('tabpanel', { name: 'Sign In' });
      await openAs(elsewhere, person, '/account');
      await expect(elsewhere.getByText(person.email)).toBeVisible();

      await test.step('requests the mail', async () => {
        await page.goto('/auth');
        await by.type(signInForm.getByLabel('Email'), person.email);
        await by.press(main.getByRole('link', { name: 'Forgot your password?' }));
        await expectPage(page, '/auth/recover', 'Forgot your password?');
        await expect(main.getByLabel('Email')).toHaveValue(person.email);
        await expectAccessibleView(page, [viewport]);
        await by.press(main.getByRole('button', { name: 'Send the link' }));
        await expect(main.getByRole('status')).toContainText('on its way');
        await expect(main.getByRole('status')).toBeFocused();
        await expectAccessibleView(page, [viewport]);
      });

      const link = firstLink(await mailTo(person.email, RECOVERY));
      const field = main.getByLabel('New password');
      const set = main.getByRole('button', { name: 'Set the new password' });

      await test.step('opens the link, which refuses weak and old passwords', async () => {
        watched.expectConsoleError(/422/);
        expect(link).toContain(`${stack().url}/auth/reset#token=`);
        await page.goto(link);
        await expect(page).toHaveURL(link);
        await expectAccessibleView(page, [viewport]);
        await by.type(field, 'meadow');
        await by.press(set);
        await expect(main.getByRole('alert')).toHaveText(
          'Password does not meet complexity requirements',
        );
        await expect(field).toBeFocused();
        await expect(page).toHaveURL(link);
        await by.type(field, person.password);
        await by.press(set);
        await expect(page).toHaveURL('/auth/reset');
        await expect(main.getByRole('alert')).not.toContainText('complexity');
        await expectAccessibleView(page, [viewport]);
      });

      await test.step('sets a new password with the same link', async () => {
        await by.type(field, chosen);
        await by.press(set);
        await expect(page).toHaveURL('/');
        await expect(toast(page)).toContainText('Password changed');
      });

      await test.step('is signed out on the other device', async () => {
        watched.expectConsoleError(/401|could not be (loaded|refreshed)/);
        await elsewhere.reload();
        await expect(elsewhere).toHaveURL('/auth?next=%2Faccount');
        await expect(toast(elsewhere)).toContainText('Your session has ended');
      });

      await test.step('signs in with the new password only', async () => {
        await by.press(toast(page).getByRole('link', { name: 'Sign In' }));
        await expect(page).toHaveURL('/auth');
        await by.type(signInForm.getByLabel('Email'), person.email);
        const password = signInForm.getByLabel('Password', { exact: true });
        await by.type(password, person.password);
        await by.press(signInForm.getByRole('button', { name: 'Sign In', exact: true }));
        await expect(main.getByRole('alert')).toBeVisible();
        await by.type(password, chosen);
        await by.press(signInForm.getByRole('button', { name: 'Sign In', exact: true }));
        await expectSignedIn(page);
      });
    });
  });

test('a new password ends the session of this browser too', async ({ page, watched }) => {
  watched.expectConsoleError(/401|could not be (loaded|refreshed)/);
  const person = await confirmedApplicant();
  await startAs(page, person);
  await call('POST', '/auth/recovery', { data: { email: person.email } });
  await page.goto(firstLink(await mailTo(person.email, RECOVERY)));
  await page.getByLabel('New password').fill(chosen);
  await page.getByRole('button', { name: 'Set the new password' }).click();
  await expect(page).toHaveURL('/');
  await expect(page.getByRole('banner').getByRole('link', { name: 'Sign In' })).toBeVisible();
  await signIn(page, { ...person, password: chosen });
  await expectSignedIn(page);
});
