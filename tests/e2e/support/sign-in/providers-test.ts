// The test function and the steps of journeys on a site with providers and wallets. All other journeys run on a site without them.
import type { Locator, Page } from '@playwright/test';
import { expect, test as journey } from '../journey-test.js';
import { closedSchool, openSchool, type School, TITLE } from './school.js';
import { ownStack } from '../stack.js';

export const test = journey.extend<{ expectsSchool: void }, { school: School }>({
  school: [
    async ({}, use) => {
      const school = await openSchool();
      const program = await ownStack(0, {
        FORUM__OPENID__PROVIDERS: JSON.stringify([school.setting, closedSchool]),
        FORUM__WALLETS__CHAINS: 'ethereum,solana',
      });
      school.serve(program.url);
      await use(school);
      await program.end();
      await school.close();
    },
    // The tests of one worker share it. Such a worker runs no other tests.
    { scope: 'worker', auto: true, timeout: 120_000 },
  ],
  expectsSchool: [
    async ({ school, watched }, use) => {
      watched.expectHost(school.issuer);
      await use();
    },
    { auto: true },
  ],
});

export const main = (page: Page) => page.getByRole('main');
export const panel = (page: Page, name = 'Sign In') => page.getByRole('tabpanel', { name });
export const section = (page: Page) => page.getByRole('region', { name: 'Other ways to sign in' });
export const alertIn = (page: Page) => main(page).getByRole('alert');
export const schoolButton = (page: Page, tab = 'Sign In', title = TITLE) =>
  panel(page, tab).getByRole('button', { name: `Continue with ${title}` });
export const link = (page: Page, name: string) =>
  main(page).getByRole('link', { name, exact: true });
export const button = (place: Locator | Page, name: string | RegExp) =>
  place.getByRole('button', typeof name === 'string' ? { name, exact: true } : { name });

export async function goToSchool(page: Page): Promise<void> {
  await page.goto('/auth');
  await schoolButton(page).click();
}

/** The page that a failed sign-in ends on, with its reason. */
export async function expectFailure(page: Page, words: string): Promise<void> {
  await expect(page).toHaveURL('/auth/finish');
  await expect(alertIn(page)).toContainText(words);
  await expect(alertIn(page)).toBeFocused();
}
