// Tabs that a browser has frozen or kept in its back-forward cache: what they missed is made up for, and nobody waits
// for them for ever.
import type { Page } from '@playwright/test';
import { expect, test } from '../../support/journey-test.js';
import { confirmedApplicant, startAs, statusChoice } from '../../support/steps.js';
import { changeStored } from '../../support/stored-session.js';
import { administrator } from '../../support/stack.js';

/** The automated browser keeps no page in its cache, so the event that ends the stay there is sent by hand. */
const comeBack = (page: Page) =>
  page.evaluate(
    () => void window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })),
  );

test('a page that comes back from the cache of the browser finds the sign-out it has missed', async ({
  page,
}) => {
  const person = await confirmedApplicant(page);
  await startAs(page, person);
  await page.goto('/apply');
  await page.getByLabel('Teaching Experience').fill('Twenty years of chemistry');
  // The page that changes its own storage is not told.
  await page.evaluate(() => localStorage.clear());
  await comeBack(page);
  await expect(page).toHaveURL('/auth');
  await expect(page.getByRole('banner').getByRole('link', { name: 'Sign In' })).toBeVisible();
});

test('a list that comes back from the cache of the browser is read again', async ({ page }) => {
  await startAs(page, administrator());
  await page.goto('/admin');
  await expect(page.getByRole('table').or(page.getByText(/^No application/))).toBeVisible();
  const read = page.waitForResponse(/api\/admin\/applications\?/);
  await comeBack(page);
  expect((await read).status()).toBe(200);
});

test('a tab that was frozen in the middle of a refresh does not hold up the others', async ({
  page,
}) => {
  await startAs(page, administrator());
  await page.goto('/admin');
  const approved = statusChoice(page, 'Approved');
  await expect(approved).toBeVisible();
  const frozen = await page.context().newPage();
  await frozen.goto('/robots.txt');
  await frozen.evaluate(
    () =>
      new Promise<void>((held) => {
        void navigator.locks.request('educators-forum.refresh', () => {
          held();
          return new Promise(() => {});
        });
      }),
  );
  await changeStored(page.context(), { expiresAt: 0 });
  const answer = page.waitForResponse(/api\/admin\/applications\?status=approved/, {
    timeout: 30_000,
  });
  await approved.click();
  expect((await answer).status()).toBe(200);
});
