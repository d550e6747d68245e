// Two sign-ups for one address: only the owner of the mailbox gets a working password.
import type { Page } from '@playwright/test';
import { newApplicant } from '../../support/applicants.js';
import { keyboard as by } from '../../support/input-methods.js';
import { expect, expectAccessibleView, test } from '../../support/journey-test.js';
import { firstLink, mailsAbout } from '../../support/mailbox.js';
import { expectSignedIn, signIn, signUp, toast } from '../../support/steps.js';

const CONFIRM = /Confirm your email address/;
const chosen = 'Orchard-36-lantern';

async function expectRefused(page: Page, email: string, password: string): Promise<void> {
  await signIn(page, { email, password, firstName: '' });
  await expect(page.getByRole('main').getByRole('alert')).toBeVisible();
  await expect(page.getByRole('banner').getByRole('link', { name: 'Sign In' })).toBeVisible();
}

for (const first of ['stranger', 'owner'] as const)
  test(`if the ${first} signs up first, the mailbox owner chooses a new password and the stranger cannot sign in`, async ({
    page,
    elsewhere,
    watched,
  }) => {
    watched.expectConsoleError(/401/);
    const owner = newApplicant();
    const stranger = { ...owner, password: 'Attacker-99-secret', firstName: 'Mallory' };
    const both = [
      [page, owner],
      [elsewhere, stranger],
    ] as const;
    for (const [tab, person] of first === 'owner' ? both : both.toReversed()) {
      await signUp(tab, person);
      await expect(toast(tab)).toContainText('Account created!');
    }
    await page.getByRole('button', { name: 'Send a new confirmation email' }).click();
    const mails = await mailsAbout(owner.email, CONFIRM, 3);

    await page.goto(firstLink(mails[first === 'owner' ? 0 : 1] ?? mails[2]!));
    const main = page.getByRole('main');
    await by.press(main.getByRole('button', { name: 'Confirm my email address' }));
    const notice = main.getByRole('status').filter({ hasText: 'none of those passwords work' });
    await expect(notice).toBeFocused();
    await expectAccessibleView(page);

    await expectRefused(elsewhere, owner.email, stranger.password);
    await by.type(main.getByLabel('New password'), chosen);
    await by.press(main.getByRole('button', { name: 'Set the new password' }));
    await expect(page).toHaveURL('/');
    await expect(toast(page)).toContainText('Password changed');

    for (const { password } of [stranger, owner])
      await expectRefused(elsewhere, owner.email, password);
    await signIn(page, { ...owner, password: chosen });
    await expectSignedIn(page);
    // A later sign-up for the address changes nothing.
    await signUp(elsewhere, stranger);
    await mailsAbout(owner.email, /already have an account/, 1);
    await expectRefused(elsewhere, owner.email, stranger.password);
  });
