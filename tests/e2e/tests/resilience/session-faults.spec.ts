// What must not throw anybody out, and what must not be kept: lost requests, no line, slow refreshes, a full storage,
// a second tab.
import type { Page, Route } from '@playwright/test';
import { expect, expectNoBarriers, test } from '../../support/journey-test.js';
import { confirmedApplicant, signOut, startAs, statusChoice, toast } from '../../support/steps.js';
import { changeStored, storedSession } from '../../support/stored-session.js';
import { administrator } from '../../support/stack.js';

const unchecked = (page: Page) =>
  page.getByText('Your account could not be checked yet', { exact: true });
const tryAgain = (page: Page) => page.getByRole('button', { name: 'Try again' });
const firstStep = (page: Page) => page.getByText('Step 1 of 3');
const account = (page: Page, name: string) =>
  page.getByRole('banner').getByRole('button', { name });

/** Asks with a token as the browser would. */
const statusWith = async (page: Page, token: string) =>
  (
    await page.request.get('/api/users/me', { headers: { Authorization: `Bearer ${token}` } })
  ).status();

const loseNext = (page: Page, url: string) =>
  page.route(url, (route) => route.abort(), { times: 1 });

test.describe('a lost reading of the roles', () => {
  test('leaves an applicant at /apply, with a way to try again', async ({ page, watched }) => {
    watched.expectConsoleError(/ERR_FAILED|could not be loaded/);
    await startAs(page, await confirmedApplicant(page));
    await loseNext(page, '**/api/users/me');
    await page.goto('/apply');
    await expect(unchecked(page)).toBeVisible();
    await expect(page).toHaveURL('/apply');
    await expectNoBarriers(page);
    await tryAgain(page).press('Enter');
    await expect(firstStep(page)).toBeVisible();
  });

  test('denies no administrator access', async ({ page, watched }) => {
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
});

test('without a line, an expired session is taken up at once and goes on when the line is back', async ({
  page,
  watched,
}) => {
  watched.expectConsoleError(/ERR_INTERNET|ERR_FAILED|could not be loaded|tried again/);
  const person = await confirmedApplicant(page);
  await startAs(page, person);
  await page.goto('/about');
  await changeStored(page.context(), { expiresAt: 0 });
  const cut = (route: Route) => route.abort();
  await page.route('**/api/**', cut);
  await page.goto('/apply');
  await expect(account(page, person.firstName)).toBeVisible();
  await expect(unchecked(page)).toBeVisible();
  await expect(page).toHaveURL('/apply');
  await page.unroute('**/api/**', cut);
  // It goes on by itself, or at once when asked: the button may be gone before it is pressed.
  const asked = tryAgain(page)
    .click({ timeout: 5_000 })
    .catch(() => undefined);
  await expect(firstStep(page)).toBeVisible({ timeout: 30_000 });
  await asked;
});

test.describe('Sign Out during a slow refresh', () => {
  /** A token that is good for another minute, so that it is refreshed at the next reading. */
  const soonDue = async (page: Page) => {
    const stored = await storedSession(page);
    await changeStored(page.context(), { expiresAt: Date.now() + 60_000, clockOffset: 0 });
    return stored?.accessToken ?? '';
  };

  test('revokes with the token in hand and waits for nothing', async ({ page, watched }) => {
    watched.expectConsoleError(/401|ERR_FAILED|could not be loaded|could not be refreshed/);
    const person = await confirmedApplicant(page);
    await startAs(page, person);
    await page.goto('/about');
    let release = () => {};
    const released = new Promise<void>((done) => (release = done));
    await page.route('**/api/auth/sessions/refresh', async (route) => {
      await released;
      await route.continue();
    });
    const token = await soonDue(page);
    const refreshing = page.waitForRequest('**/api/auth/sessions/refresh');
    await page.goto('/faq');
    await refreshing;
    const ended = page.waitForResponse((answer) => answer.request().method() === 'DELETE');
    await page
      .getByRole('banner')
      .getByRole('button', { name: /Nadia|User/ })
      .click();
    await page.getByRole('button', { name: 'Sign Out' }).click();
    expect((await ended).status()).toBe(204);
    expect(await statusWith(page, token)).toBe(401);
    await expect(page.getByRole('banner').getByRole('link', { name: 'Sign In' })).toBeVisible();
    release();
  });

  test('ends what the refresh brings afterwards with its own token', async ({ page, watched }) => {
    watched.expectConsoleError(/401|ERR_FAILED|could not/);
    const person = await confirmedApplicant(page);
    await startAs(page, person);
    await page.goto('/about');
    let release = () => {};
    const released = new Promise<void>((done) => (release = done));
    let late = '';
    await page.route('**/api/auth/sessions/refresh', async (route) => {
      const answer = await route.fetch();
      late = ((await answer.json()) as { access_token: string }).access_token;
      await released;
      await route.fulfill({ response: answer });
    });
    await soonDue(page);
    await page.goto('/faq');
    await expect.poll(() => late).not.toBe('');
    // The server does not hear of the sign-out itself.
    await loseNext(page, '**/api/auth/sessions?*');
    await page
      .getByRole('banner')
      .getByRole('button', { name: /Nadia|User/ })
      .click();
    await page.getByRole('button', { name: 'Sign Out' }).click();
    await expect(page.getByRole('banner').getByRole('link', { name: 'Sign In' })).toBeVisible();
    expect(await statusWith(page, late)).toBe(200);
    release();
    await expect.poll(() => statusWith(page, late)).toBe(401);
    expect(await storedSession(page)).toBeNull();
  });
});

test('a storage that is full in mid-life costs nobody their session, in no tab', async ({
  page,
  watched,
}) => {
  watched.expectConsoleError(/^$/);
  await startAs(page, administrator());
  const second = await page.context().newPage();
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
  // The refresh token stored before is used up: the next start would present a reused one.
  expect(await storedSession(page)).toBeNull();
  expect(await list(second, 'Approved')).toBe(200);
  expect(await list(page, 'Total')).toBe(200);
  await expect(second.getByRole('heading', { name: 'Admin Dashboard' })).toBeVisible();
  expect(await list(second, 'Total')).toBe(200);
});

test('Sign Out in another tab wipes here what is not saved, and nothing says that it is kept', async ({
  page,
}) => {
  const person = await confirmedApplicant(page);
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

  const form = second.getByRole('tabpanel', { name: 'Sign In' });
  await form.getByLabel('Email').fill(person.email);
  await form.getByLabel('Password', { exact: true }).fill(person.password);
  await form.getByRole('button', { name: 'Sign In' }).click();
  await second.getByRole('button', { name: 'Apply Now' }).click();
  await expect(firstStep(second)).toBeVisible();
  await expect(experience).toHaveValue('Twenty years of chemistry');
});

test('the menu has the first name at once, before the profile is read', async ({ page }) => {
  const person = await confirmedApplicant(page);
  await startAs(page, person);
  let release = () => {};
  const released = new Promise<void>((done) => (release = done));
  await page.route('**/api/users/me', async (route) => {
    await released;
    await route.continue();
  });
  await page.goto('/about');
  await expect(account(page, person.firstName)).toBeVisible();
  await expect(account(page, 'User')).toHaveCount(0);
  release();
});
