// A browser that refuses storage, channels and locks, such as Firefox with all cookies blocked.
import type { Page } from '@playwright/test';
import { confirmedApplicant } from '../../support/applicants.js';
import { expect, expectAccessibleView, test, wide } from '../../support/journey-test.js';
import { signIn } from '../../support/steps.js';

test.use({ viewport: wide, trace: 'off' });

const refuseStorage = (page: Page) =>
  page.addInitScript(() => {
    const refused = () => {
      throw new DOMException('The operation is insecure.', 'SecurityError');
    };
    for (const storage of ['localStorage', 'sessionStorage'])
      Object.defineProperty(window, storage, { get: refused });
    window.BroadcastChannel = new Proxy(BroadcastChannel, { construct: refused });
    LockManager.prototype.request = () =>
      Promise.reject(new DOMException('The request was denied.', 'SecurityError'));
  });

const notice = (page: Page) => page.getByText('This browser doesn’t store anything for this site');

test('sign-in, refresh and application work without storage', async ({ page }) => {
  await refuseStorage(page);
  await page.clock.install();
  await page.goto('/');
  await expect(notice(page)).toHaveCount(0);
  await signIn(page, await confirmedApplicant());
  await expect(notice(page)).toBeVisible();
  await page.getByRole('dialog').getByRole('button', { name: 'Apply Now' }).click();
  await expect(page.getByText('Step 1 of 3')).toBeVisible();
  await expect(notice(page)).toBeVisible();
  await expectAccessibleView(page);
  const renewed = page.waitForResponse(
    (answer) => answer.url().endsWith('/api/auth/sessions/refresh') && answer.ok(),
  );
  await page.clock.fastForward('14:30');
  await renewed;
  await page.getByLabel('School District').fill('Lake');
  await expect(page.getByText('Saved', { exact: true })).toBeVisible();
});
