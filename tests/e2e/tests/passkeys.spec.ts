// Passkeys, with the authenticator that Chromium has for tests: one is added under /account, signs in by itself and as the
// second step, and is removed. What the authenticator does not confirm signs nobody in.
import type { CDPSession, Locator, Page } from '@playwright/test';
import { walks } from '../hands.js';
import { expect, expectSoundView, namedUrl, test } from '../journey-test.js';
import { mailsAbout, mailTo } from '../mailbox.js';
import { confirmedApplicant, type Person, startAs, toast } from '../steps.js';

const twoStep = (page: Page) => page.getByRole('region', { name: 'Two-step sign-in' });
const panel = (page: Page) => page.getByRole('tabpanel', { name: 'Sign In' });
const byPasskey = (page: Page) => panel(page).getByRole('button', { name: 'Use a passkey' });

type Authenticator = { session: CDPSession; id: string };

/** A device with a screen lock, whose owner is there and unlocks it. */
async function withAuthenticator(page: Page): Promise<Authenticator> {
  const session = await page.context().newCDPSession(page);
  // It confirms by itself what the browser would only offer to fill in.
  await page.addInitScript(() => {
    PublicKeyCredential.isConditionalMediationAvailable = () => Promise.resolve(false);
  });
  await session.send('WebAuthn.enable');
  const { authenticatorId: id } = await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return { session, id };
}

/** Whether its owner unlocks the device from now on. */
const unlocks = ({ session, id: authenticatorId }: Authenticator, isUserVerified: boolean) =>
  session.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified });

async function signOut(page: Page): Promise<void> {
  await page.evaluate(() => localStorage.clear());
  await page.goto('/auth');
}

async function password(page: Page, person: Person): Promise<void> {
  await panel(page).getByLabel('Email').fill(person.email);
  await panel(page).getByLabel('Password', { exact: true }).fill(person.password);
  await panel(page).getByRole('button', { name: 'Sign In', exact: true }).click();
}

const welcomed = (page: Page) => expect(toast(page)).toContainText('Welcome back!');

for (const { name, viewport, by } of walks)
  test.describe(name, () => {
    test.use({ viewport, baseURL: async ({}, use) => use(namedUrl()) });

    test('a passkey is added, signs in by itself and after the password, and is removed', async ({
      page,
      watched,
    }) => {
      // Removing the passkey ends the session that it opened.
      watched.expectConsoleError(
        /401|could not be (loaded|refreshed)|^console: The query .* failed/,
      );
      const device = await withAuthenticator(page);
      const person = await confirmedApplicant(page);
      await startAs(page, person);
      await page.goto('/account');
      const section = twoStep(page);
      await by.press(section.getByRole('button', { name: 'Add a passkey' }));
      const codes = page.getByRole('dialog', { name: 'Your recovery codes' });
      await expect(codes.getByRole('listitem')).toHaveCount(10);
      await by.press(codes.getByRole('button', { name: 'I have saved them' }));
      const row: Locator = section.getByRole('listitem');
      await expect(row).toContainText('Passkey, Chrome on');
      await expectSoundView(page);
      await mailTo(person.email, /Two-step sign-in for your account/);
      // The device keeps one passkey for the account.
      await by.press(section.getByRole('button', { name: 'Add a passkey' }));
      await expect(section.getByRole('alert')).toContainText('already holds a passkey');

      // Without an address and a password.
      await signOut(page);
      await expect(byPasskey(page)).toBeVisible();
      await expectSoundView(page);
      await unlocks(device, false);
      await by.press(byPasskey(page));
      await expect(panel(page).getByRole('alert')).toContainText('No passkey was used.');
      await unlocks(device, true);
      await by.press(byPasskey(page));
      await welcomed(page);

      // As the second step after the password.
      await signOut(page);
      await password(page, person);
      const use = panel(page).getByRole('button', { name: 'Use your passkey' });
      await expect(use).toBeFocused();
      await expectSoundView(page);
      await by.press(use);
      await welcomed(page);

      // A copy of the passkey that was used since is noticed.
      const { session, id: authenticatorId } = device;
      const { credentials } = await session.send('WebAuthn.getCredentials', { authenticatorId });
      const [own] = credentials;
      if (own === undefined) throw new Error('the device holds no passkey');
      await session.send('WebAuthn.clearCredentials', { authenticatorId });
      await session.send('WebAuthn.addCredential', {
        authenticatorId,
        credential: { ...own, signCount: 0 },
      });
      await signOut(page);
      await by.press(byPasskey(page));
      await expect(panel(page).getByRole('alert')).toContainText('does not belong to any account here');
      await session.send('WebAuthn.clearCredentials', { authenticatorId });
      await session.send('WebAuthn.addCredential', { authenticatorId, credential: own });
      await by.press(byPasskey(page));
      await welcomed(page);

      // What is removed signs nobody in any more.
      await page.goto('/account');
      await by.press(twoStep(page).getByRole('button', { name: /^Remove Passkey/ }));
      await by.press(page.getByRole('button', { name: 'Remove it' }));
      await expect(page).toHaveURL('/auth');
      await expect(toast(page)).toContainText('is removed');
      await expect(toast(page)).toContainText('please sign in again');
      await mailsAbout(person.email, /An authenticator was removed/, 1);
      await signOut(page);
      await by.press(byPasskey(page));
      await expect(panel(page).getByRole('alert')).toContainText('does not belong to any account here');
      await password(page, person);
      await welcomed(page);
      await page.goto('/account');
      await expect(twoStep(page)).toContainText('Two-step sign-in is off.');
    });
  });
