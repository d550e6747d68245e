// Signing in with a code from a mail instead of the password.
import { walks } from '../../support/input-methods.js';
import { expect, expectSoundView, test, wide } from '../../support/journey-test.js';
import { codeIn, mailsAbout, mailTo } from '../../support/mailbox.js';
import { confirmedApplicant, toast } from '../../support/steps.js';

const CODE = /Your sign-in code/;
/** Six digits that are not these. */
const other = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0');

for (const { name, viewport, by } of walks)
  test.describe(name, () => {
    test.use({ viewport });

    test('a code from a mail signs in, and the menu of every tab follows', async ({
      page,
      watched,
    }) => {
      watched.expectConsoleError(/401/);
      const person = await confirmedApplicant(page);
      const second = await watched.also(await page.context().newPage());
      await second.goto('/about');
      await second.setViewportSize(wide);
      const main = page.getByRole('tabpanel', { name: 'Sign In' });

      await page.goto('/auth');
      await by.type(main.getByLabel('Email'), person.email);
      await by.press(main.getByRole('button', { name: 'Email me a sign-in code' }));
      await expect(main.getByLabel('Email')).toBeFocused();
      await expect(main.getByLabel('Email')).toHaveValue(person.email);
      await expectSoundView(page);
      await by.press(main.getByRole('button', { name: 'Send the code' }));
      const field = main.getByLabel('Code from the email');
      await expect(field).toBeFocused();
      await expectSoundView(page);

      const code = codeIn(await mailTo(person.email, CODE));
      const enter = main.getByRole('button', { name: 'Sign In', exact: true });
      await by.type(field, other(code));
      await by.press(enter);
      await expect(main.getByRole('alert')).toBeVisible();
      await expect(field).toBeFocused();
      await expectSoundView(page);

      // As somebody copies it out of the mail.
      await by.type(field, ` ${code.slice(0, 3)} ${code.slice(3)} `);
      await by.press(enter);
      await expect(toast(page)).toContainText('Welcome back!');
      await expect(page.getByRole('dialog', { name: 'Apply for Membership' })).toBeVisible();
      const menu = second.getByRole('banner').getByRole('button', { name: person.firstName });
      await expect(menu).toBeVisible();
    });
  });

test('a code works once', async ({ page, elsewhere, watched }) => {
  watched.expectConsoleError(/401/);
  const person = await confirmedApplicant(page);
  const ask = async (tab: typeof page) => {
    await tab.goto('/auth');
    await tab.getByRole('tabpanel').getByLabel('Email').fill(person.email);
    await tab.getByRole('button', { name: 'Email me a sign-in code' }).click();
    await tab.getByRole('button', { name: 'Send the code' }).click();
  };
  const type = async (tab: typeof page, code: string) => {
    await tab.getByLabel('Code from the email').fill(code);
    await tab.getByRole('main').getByRole('button', { name: 'Sign In', exact: true }).click();
  };
  await ask(page);
  const first = codeIn(await mailTo(person.email, CODE));
  await type(page, first);
  await expect(toast(page)).toContainText('Welcome back!');
  await ask(elsewhere);
  await mailsAbout(person.email, CODE, 2);
  await type(elsewhere, first);
  await expect(elsewhere.getByRole('main').getByRole('alert')).toBeVisible();
});

test('an address without an account gets the same words, and the way back to the password', async ({
  page,
}) => {
  await page.goto('/auth');
  const main = page.getByRole('tabpanel', { name: 'Sign In' });
  await main.getByRole('button', { name: 'Email me a sign-in code' }).click();
  await main.getByRole('button', { name: 'Send the code' }).click();
  await expect(main.getByText('Enter your email')).toBeVisible();
  await main.getByLabel('Email').fill('nobody-at-all@school.example');
  await main.getByRole('button', { name: 'Send the code' }).click();
  await expect(main.getByRole('status')).toContainText('has an account, an email');
  await main.getByRole('button', { name: 'Send another code' }).click();
  await expect(main.getByLabel('Email')).toHaveValue('nobody-at-all@school.example');
  await main.getByRole('button', { name: 'Sign in with your password' }).click();
  await expect(main.getByLabel('Password', { exact: true })).toBeVisible();
});
