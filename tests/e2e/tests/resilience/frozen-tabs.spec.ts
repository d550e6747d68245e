// Tabs that the browser froze or restored from its back-forward cache.
import type { Page } from '@playwright/test';
import { confirmedApplicant } from '../../support/applicants.js';
import { expect, test } from '../../support/journey-test.js';
import { administrator } from '../../support/stack.js';
import { openAs, statusChoice } from '../../support/steps.js';
import { changeStored } from '../../support/stored-session.js';

/** Dispatches the event of a restored page, because an automated browser has no back-forward cache. */
const restoreFromCache = (page: Page) =>
  page.evaluate(
    () => void window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })),
  );

test('a page restored from the back-forward cache notices a missed sign-out', async ({ page }) => {
  const person = await confirmedApplicant();
  await openAs(page, person, '/apply');
  await page.getByLabel('Teaching Experience').fill('Twenty years of chemistry');
  // A page gets no storage event for its own changes.
  await page.evaluate(() => localStorage.clear());
  await restoreFromCache(page);
  await expect(page).toHaveURL('/auth');
  await expect(page.getByRole('banner').getByRole('link', { name: 'Sign In' })).toBeVisible();
});

test('a list restored from the back-forward cache is loaded again', async ({ page }) => {
  await openAs(page, administrator(), '/admin');
  await expect(page.getByRole('table').or(page.getByText(/^No application/))).toBeVisible();
  const read = page.waitForResponse(/api\/admin\/applications\?/);
  await restoreFromCache(page);
  expect((await read).status()).toBe(200);
});

test('a tab frozen during a refresh does not block the others', async ({ page }) => {
  await openAs(page, administrator(), '/admin');
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
