// Ethereum and Solana wallets: each is linked on /account and then signs in.
import type { Page } from '@playwright/test';
import { confirmedApplicant } from '../../support/applicants.js';
import { codeOf, withApp } from '../../support/sign-in/authenticator-app.js';
import { variants } from '../../support/input-methods.js';
import { expect, expectAccessibleView } from '../../support/journey-test.js';
import { mailsAbout } from '../../support/mailbox.js';
import { ethereumWallet, solanaWallet } from '../../support/sign-in/wallets.js';
import { panel, section, test } from '../../support/sign-in/providers-test.js';
import { expectSignedIn, openAs } from '../../support/steps.js';
import { forgetSession } from '../../support/stored-session.js';

const NOTICE = /Your .* sign-in methods were changed/;

const kinds = [
  { title: 'Ethereum', create: ethereumWallet },
  { title: 'Solana', create: solanaWallet },
] as const;

const abbreviated = (address: string) => `${address.slice(0, 6)}…${address.slice(-4)}`;

/** Signs a new applicant in and links the wallet in the page to the account. */
async function linkWallet(page: Page, title: string): Promise<void> {
  await openAs(page, await confirmedApplicant(), '/account');
  await section(page)
    .getByRole('button', { name: `Link ${title}`, exact: true })
    .click();
  await expect(section(page)).toContainText(`${title} is linked.`);
}

for (const { title, create } of kinds)
  for (const { name, viewport, by } of variants)
    test.describe(`${title}, ${name}`, () => {
      test.use({ viewport });

      test('a wallet signs in only while it is linked', async ({ page, watched }) => {
        watched.expectConsoleError(/40[1349]/);
        const wallet = create();
        const owner = await wallet.plugInto(page);
        const person = await confirmedApplicant();
        const enter = panel(page).getByRole('button', { name: `Continue with ${title}` });
        const notice = panel(page).getByRole('alert');

        await page.goto('/auth');
        await by.press(enter);
        await expect(notice).toContainText('No account here is linked to this wallet.');
        await expectAccessibleView(page, [viewport]);
        owner.setConsent(false);
        await by.press(enter);
        await expect(notice.or(panel(page).getByRole('status'))).toContainText(
          'You didn’t approve the request in your wallet.',
        );
        await expectAccessibleView(page, [viewport]);

        await openAs(page, person, '/account');
        const link = section(page).getByRole('button', { name: `Link ${title}`, exact: true });
        await expect(section(page)).toContainText('Nothing is linked yet.');
        await by.press(link);
        await expect(section(page)).toContainText('You didn’t approve the request in your wallet.');
        await expectAccessibleView(page, [viewport]);
        owner.setConsent(true);
        await by.press(link);
        await expect(section(page)).toContainText(`${title} is linked.`);
        const row = section(page).getByRole('listitem');
        const address = owner.signed.at(-1)?.split('\n')[1] ?? '';
        await expect(row).toContainText(abbreviated(wallet.address));
        expect(address.toLowerCase()).toBe(wallet.address.toLowerCase());
        await expect(link).toHaveCount(0);
        await expectAccessibleView(page, [viewport]);
        await mailsAbout(person.email, NOTICE, 1);

        await forgetSession(page);
        await by.press(enter);
        await expectSignedIn(page);

        // A wallet sign-in is not re-authentication: unlinking asks for the password.
        await page.goto('/account');
        await by.press(section(page).getByRole('button', { name: /^Unlink / }));
        await by.press(page.getByRole('button', { name: 'Unlink it' }));
        const dialog = page.getByRole('dialog', { name: 'Please enter your password' });
        await expectAccessibleView(page, [viewport]);
        await by.type(dialog.getByLabel('Current password'), person.password);
        await by.press(dialog.getByRole('button', { name: 'Continue' }));
        await expect(section(page)).toContainText(`${title} was unlinked.`);
        await expect(link).toBeVisible();
        await forgetSession(page);
        await by.press(enter);
        await expect(notice).toContainText('No account here is linked to this wallet.');
      });

      test('without a wallet in the browser, both pages report that', async ({ page }) => {
        const person = await confirmedApplicant();
        await page.goto('/auth');
        await by.press(panel(page).getByRole('button', { name: `Continue with ${title}` }));
        const missing = 'This browser has no wallet of this kind.';
        await expect(panel(page).getByRole('alert')).toContainText(missing);
        await expectAccessibleView(page, [viewport]);
        await openAs(page, person, '/account');
        await by.press(section(page).getByRole('button', { name: `Link ${title}` }));
        await expect(section(page).getByRole('alert')).toContainText(missing);
        await expectAccessibleView(page, [viewport]);
      });
    });

test('an account with an authenticator app needs its code after the wallet', async ({ page }) => {
  await ethereumWallet().plugInto(page);
  await linkWallet(page, 'Ethereum');
  const key = await withApp(page);
  await forgetSession(page);
  await page.getByRole('tab', { name: 'Sign Up' }).click();
  const signUp = page.getByRole('tabpanel', { name: 'Sign Up' });
  await signUp.getByRole('button', { name: 'Continue with Ethereum' }).click();
  const field = panel(page).getByLabel('Code from the app');
  await expect(field).toBeFocused();
  await expect(panel(page).getByRole('button', { name: /^Continue with/ })).toHaveCount(0);
  await expectAccessibleView(page);
  await field.fill(codeOf(key, 1));
  await panel(page).getByRole('button', { name: 'Sign In', exact: true }).click();
  await expectSignedIn(page);
});

test('a wallet linked to another account cannot be linked', async ({ page, watched }) => {
  watched.expectConsoleError(/409/);
  await solanaWallet().plugInto(page);
  await linkWallet(page, 'Solana');
  await forgetSession(page);
  await openAs(page, await confirmedApplicant(), '/account');
  await section(page).getByRole('button', { name: 'Link Solana' }).click();
  await expect(section(page).getByRole('alert')).toContainText(
    'This is linked to another account here.',
  );
  await expectAccessibleView(page);
});
