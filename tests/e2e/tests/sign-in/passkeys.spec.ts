// Passkeys with Chromium's virtual authenticator: adding one on /account, signing in with it alone and as the second step, and
// removing it. An assertion without user verification does not sign in.
import type { CDPSession, Locator, Page } from '@playwright/test';
import { confirmedApplicant } from '../../support/applicants.js';
import { variants } from '../../support/input-methods.js';
import { expect, expectAccessibleView, namedUrl, test } from '../../support/journey-test.js';
import { mailsAbout, mailTo } from '../../support/mailbox.js';
import { expectSignedIn, signIn, openAs, toast } from '../../support/steps.js';
import { forgetSession } from '../../support/stored-session.js';

const twoStep = (page: Page) => page.getByRole('region', { name: 'Two-step sign-in' });
const panel = (page: Page) => page.getByRole('tabpanel', { name: 'Sign In' });
const byPasskey = (page: Page) => panel(page).getByRole('button', { name: 'Use a passkey' });

type Authenticator = { session: CDPSession; id: string };

/** A device with a screen lock whose owner unlocks it. */
async function withAuthenticator(page: Page): Promise<Authenticator> {
  const session = await page.context().newCDPSession(page);
  // The virtual authenticator would confirm autofill requests without a user.
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

/** Sets whether the owner unlocks the device. */
const unlocks = ({ session, id: authenticatorId }: Authenticator, isUserVerified: boolean) =>
  session.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified });

for (const { name, viewport, by } of variants)
  test.describe(name, () => {
    test.use({ viewport, baseURL: async ({}, use) => use(namedUrl()) });

    test('a passkey signs in alone and after the password until it is removed', async ({
      page,
      watched,
    }) => {
      // Removing the passkey ends the session that it opened.
      watched.expectConsoleError(
        /401|could not be (loaded|refreshed)|^console: The query .* failed/,
      );
      const device = await withAuthenticator(page);
      const person = await confirmedApplicant();
      await openAs(page, person, '/account');
      const section = twoStep(page);
      await by.press(section.getByRole('button', { name: 'Add a passkey' }));
      const codes = page.getByRole('dialog', { name: 'Your recovery codes' });
      await expect(codes.getByRole('listitem')).toHaveCount(10);
      await by.press(codes.getByRole('button', { name: 'I have saved them' }));
      const row: Locator = section.getByRole('listitem');
      await expect(row).toContainText('Passkey, Chrome on');
      await expectAccessibleView(page, [viewport]);
      await mailTo(person.email, /An authenticator was added/);
      // A device holds one passkey per account.
      await by.press(section.getByRole('button', { name: 'Add a passkey' }));
      await expect(section.getByRole('alert')).toContainText('already has a passkey');

      // The passkey signs in without an address or a password.
      await forgetSession(page);
      await expect(byPasskey(page)).toBeVisible();
      await expectAccessibleView(page, [viewport]);
      await unlocks(device, false);
      await by.press(byPasskey(page));
      await expect(panel(page).getByRole('alert')).toContainText('No passkey was used.');
      await unlocks(device, true);
      await by.press(byPasskey(page));
      await expectSignedIn(page);

      // The passkey is the second step after the password.
      await forgetSession(page);
      await signIn(page, person);
      const use = panel(page).getByRole('button', { name: 'Use your passkey' });
      await expect(use).toBeFocused();
      await expectAccessibleView(page, [viewport]);
      await by.press(use);
      await expectSignedIn(page);

      // A cloned passkey, whose counter is behind, is detected.
      const { session, id: authenticatorId } = device;
      const { credentials } = await session.send('WebAuthn.getCredentials', { authenticatorId });
      const [own] = credentials;
      if (own === undefined) throw new Error('no passkey on the device');
      await session.send('WebAuthn.clearCredentials', { authenticatorId });
      await session.send('WebAuthn.addCredential', {
        authenticatorId,
        credential: { ...own, signCount: 0 },
      });
      await forgetSession(page);
      await by.press(byPasskey(page));
      await expect(panel(page).getByRole('alert')).toContainText(
        'doesn’t belong to any account here',
      );
      await session.send('WebAuthn.clearCredentials', { authenticatorId });
      await session.send('WebAuthn.addCredential', { authenticatorId, credential: own });
      await by.press(byPasskey(page));
      await expectSignedIn(page);

      // A removed passkey no longer signs in.
      await page.goto('/account');
      await by.press(twoStep(page).getByRole('button', { name: /^Remove Passkey/ }));
      await by.press(page.getByRole('button', { name: 'Remove it' }));
      await expect(page).toHaveURL('/auth?next=%2Faccount');
      await expect(toast(page)).toContainText('was removed');
      await expect(toast(page)).toContainText('please sign in again');
      await mailsAbout(person.email, /An authenticator was removed/, 1);
      await forgetSession(page);
      await by.press(byPasskey(page));
      await expect(panel(page).getByRole('alert')).toContainText(
        'doesn’t belong to any account here',
      );
      await signIn(page, person);
      await expectSignedIn(page);
      await page.goto('/account');
      await expect(twoStep(page)).toContainText('Two-step sign-in is off.');
    });
  });
