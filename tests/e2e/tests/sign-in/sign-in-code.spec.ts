// Sign-in with a mailed code in place of the password.
import { confirmedApplicant } from '../../support/applicants.js';
import { variants } from '../../support/input-methods.js';
import { expect, expectAccessibleView, test, wide } from '../../support/journey-test.js';
import { signInCode, mailTo } from '../../support/mailbox.js';
import { expectSignedIn } from '../../support/steps.js';

const CODE = /Your sign-in code/;
/** Another six-digit code. */
const otherCode = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0');

for (const { name, viewport, by } of variants)
  test.describe(name, () => {
    test.use({ viewport });

    test('a mailed code signs in, in every tab', async ({ page, watched }) => {
      watched.expectConsoleError(/401/);
      const person = await confirmedApplicant();
      const second = await watched.also(await page.context().newPage());
      await second.goto('/apply#changes');
      await second.setViewportSize(wide);
      const main = page.getByRole('tabpanel', { name: 'Sign In' });

      await page.goto('/auth');
      await by.type(main.getByLabel('Email'), person.email);
      await by.press(main.getByRole('button', { name: 'Email me a sign-in code' }));
      await expect(main.getByLabel('Email')).toBeFocused();
      await expect(main.getByLabel('Email')).toHaveValue(person.email);
      await expectAccessibleView(page, [viewport]);
      await by.press(main.getByRole('button', { name: 'Send the code' }));
      const field = main.getByLabel('Code from the email');
      await expect(field).toBeFocused();
      await expectAccessibleView(page, [viewport]);

      const code = signInCode(await mailTo(person.email, CODE));
      const enter = main.getByRole('button', { name: 'Sign In', exact: true });
      await by.type(field, otherCode(code));
      await by.press(enter);
      await expect(main.getByRole('alert')).toBeVisible();
      await expect(field).toBeFocused();
      await expectAccessibleView(page, [viewport]);

      // Copying from the mail may add spaces.
      await by.type(field, ` ${code.slice(0, 3)} ${code.slice(3)} `);
      await by.press(enter);
      await expectSignedIn(page);
      await expect(page.getByRole('dialog', { name: 'Apply for Membership' })).toBeVisible();
      const menu = second.getByRole('banner').getByRole('button', { name: person.firstName });
      await expect(menu).toBeVisible();
      await expect(second).toHaveURL('/apply#changes');
    });
  });
