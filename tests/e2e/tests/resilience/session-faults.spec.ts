// Sessions with lost requests, no connection, full storage, and frozen or further tabs.
import type { Page, Route } from '@playwright/test';
import { confirmedApplicant } from '../../support/applicants.js';
import { expect, test } from '../../support/journey-test.js';
import { administrator } from '../../support/stack.js';
import {
  signOut,
  openAs,
  startAs,
  statusChoice,
  submitSignIn,
  toast,
} from '../../support/steps.js';
import { changeStored, storedSession } from '../../support/stored-session.js';

const unchecked = (page: Page) =>
  page.getByText('We couldn’t check your account yet', { exact: true });
const tryAgain = (page: Page) => page.getByRole('button', { name: 'Try again' });
const firstStep = (page: Page) => page.getByText('Step 1 of 3');
const account = (page: Page, name: string | RegExp) =>
  page.getByRole('banner').getByRole('button', { name });

const loseNext = (page: Page, url: string) =>
  page.route(url, (route) => route.abort(), { times: 1 });

test('a failed load of the roles does not deny an administrator access', async ({
  page,
  watched,
}) => {
  watched.expectConsoleError(/ERR_FAILED|could not be loaded/);
  await startAs(page, administrator());
  await loseNext(page, '**/api/users/me');
  await page.goto('/admin');
  await expect(unchecked(page)).toBeVisible();
  await expect(page.getByText('Access Denied')).toHaveCount(0);
  await tryAgain(page).press('Enter');
  await expect(page.getByRole('tab', { name: 'Applications' })).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
});

test('an expired session opens offline and continues on reconnection', async ({
  page,
  watched,
}) => {
  watched.expectConsoleError(/ERR_INTERNET|ERR_FAILED|could not be (loaded|read)|tried again/);
  const person = await confirmedApplicant();
  await openAs(page, person, '/about');
  const cut = (route: Route) => route.abort();
  await page.route('**/api/**', cut);
  await changeStored(page.context(), { expiresAt: 0 });
  await page.goto('/apply');
  await expect(account(page, person.firstName)).toBeVisible();
  await expect(unchecked(page)).toBeVisible();
  await expect(page).toHaveURL('/apply');
  await page.unroute('**/api/**', cut);
  // The page also retries by itself, so the button may be gone before it is pressed.
  const asked = tryAgain(page)
    .click({ timeout: 5_000 })
    .catch(() => undefined);
  await expect(firstStep(page)).toBeVisible({ timeout: 30_000 });
  await asked;
});

test('a full storage keeps the session in every tab', async ({ page, watched }) => {
  await startAs(page, administrator());
  const second = await watched.also(await page.context().newPage());
  for (const tab of [page, second]) {
    await tab.goto('/admin');
    await expect(statusChoice(tab, 'Total')).toBeVisible();
  }
  const list = async (tab: Page, status: string) => {
    const answer = tab.waitForResponse(/api\/admin\/applications\?/);
    await statusChoice(tab, status).click();
    return (await answer).status();
  };
  await changeStored(page.context(), { expiresAt: 0 });
  await page.evaluate(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException('full', 'QuotaExceededError');
    };
  });
  expect(await list(page, 'Approved')).toBe(200);
  // The stored refresh token is used up. A restart would present a reused one.
  expect(await storedSession(page)).toBeNull();
  expect(await list(second, 'Approved')).toBe(200);
  expect(await list(page, 'Total')).toBe(200);
  await expect(second.getByRole('heading', { name: 'Admin Dashboard' })).toBeVisible();
  expect(await list(second, 'Total')).toBe(200);
});

test('Sign Out in another tab deletes unsaved input here, and no toast says that it is kept', async ({
  page,
}) => {
  const person = await confirmedApplicant();
  await startAs(page, person);
  const second = await page.context().newPage();
  await second.goto('/apply');
  await expect(firstStep(second)).toBeVisible();
  const experience = second.getByLabel('Teaching Experience');
  await experience.fill('Twenty years of chemistry');
  await expect(second.getByText('Saved', { exact: true })).toBeVisible();
  await second.route('**/api/applications/draft', (route) => route.abort());
  await experience.fill('Twenty years of chemistry, ten of them');
  await expect(second.getByText('Not saved yet', { exact: true })).toBeVisible();
  await page.goto('/about');
  await signOut(page, person.firstName);
  await expect(second).toHaveURL(/\/auth$/);
  await expect(toast(second)).toBeEmpty();
  expect(await second.evaluate(() => JSON.stringify(sessionStorage))).not.toContain('chemistry');
  await second.unrouteAll();

  await submitSignIn(second, person);
  await second.getByRole('button', { name: 'Apply Now' }).click();
  await expect(firstStep(second)).toBeVisible();
  await expect(experience).toHaveValue('Twenty years of chemistry');
});

test('a list restored from the back-forward cache is loaded again', async ({ page }) => {
  await openAs(page, administrator(), '/admin');
  await expect(page.getByRole('table').or(page.getByText(/^No application/))).toBeVisible();
  const read = page.waitForResponse(/api\/admin\/applications\?/);
  // An automated browser has no back-forward cache.
  await page.evaluate(() =>
    window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })),
  );
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
