// One session in two tabs, and a session that ends on the dashboard.
import type { Page } from '@playwright/test';
import { call } from '../../support/applicants.js';
import { keyboard } from '../../support/input-methods.js';
import { expect, test } from '../../support/journey-test.js';
import { administrator } from '../../support/stack.js';
import { startAs, statusChoice, toast } from '../../support/steps.js';
import { changeStored, storedSession, storedToken } from '../../support/stored-session.js';

const CALLS = 10;

/** Sends requests by changing the filter. A change before the response would abort the request. */
async function makeCalls(tab: Page): Promise<void> {
  for (let call = 0; call < CALLS; call += 1) {
    const answer = tab.waitForResponse(
      (response) => response.url().includes('/api/admin/applications?') && response.ok(),
    );
    await statusChoice(tab, call % 2 === 0 ? 'Approved' : 'Total').click();
    expect((await answer).status()).toBe(200);
  }
}

const dashboard = (tab: Page) => tab.getByRole('heading', { name: 'Admin Dashboard' });

test('two tabs with ten calls each refresh a refused token once', async ({ page, watched }) => {
  watched.expectConsoleError(/401/);
  await startAs(page, administrator());
  const context = page.context();
  const second = await watched.also(await context.newPage());
  for (const tab of [page, second]) {
    await tab.goto('/admin');
    await expect(dashboard(tab)).toBeVisible();
    await expect(statusChoice(tab, 'Total')).toBeVisible();
  }

  const refreshes: string[] = [];
  const failures: string[] = [];
  await context.route('**/api/auth/sessions/refresh', async (route) => {
    refreshes.push(route.request().url());
    // Waits until the other tab waits for the lock too.
    await page.waitForFunction(async () => (await navigator.locks.query()).pending?.length === 1);
    await route.continue();
  });
  context.on('response', (response) => {
    if (response.status() >= 400 && response.status() !== 401)
      failures.push(`${response.status()} ${response.url()}`);
  });
  await changeStored(context, { accessToken: 'stale' });
  await Promise.all([makeCalls(page), makeCalls(second)]);

  await expect.poll(async () => (await storedSession(page))?.accessToken).toMatch(/^v4\.public\./);
  for (const tab of [page, second]) {
    await expect(dashboard(tab)).toBeVisible();
    const answered = tab.waitForResponse(/api\/admin\/applications\?/);
    await statusChoice(tab, 'Rejected').click();
    expect((await answered).status()).toBe(200);
    await expect(toast(tab)).toBeEmpty();
  }
  expect(refreshes).toHaveLength(1);
  expect(failures).toEqual([]);
});

test('a session that ends on the dashboard is no denied access, and each sign-in leads back', async ({
  page,
  watched,
}) => {
  watched.expectConsoleError(/401|could not be/);
  const admin = administrator();
  const address = '/admin?tab=users&application=none';
  const main = page.getByRole('main');
  const signInAgain = async () => {
    await keyboard.press(main.getByRole('link', { name: 'Sign In' }));
    const form = page.getByRole('tabpanel', { name: 'Sign In' });
    await keyboard.type(form.getByLabel('Email'), admin.email);
    await keyboard.type(form.getByLabel('Password', { exact: true }), admin.password);
    await page.keyboard.press('Enter');
    await expect(dashboard(page)).toBeVisible();
    await expect(page).toHaveURL(address);
    await expect(page.getByRole('tab', { name: 'Users' })).toBeVisible();
  };
  await page.goto(address);
  await expect(main.getByRole('heading', { name: 'Access Denied' })).toBeVisible();
  await signInAgain();

  await call('DELETE', '/auth/sessions', { token: await storedToken(page) });
  await page.reload();
  await expect(main.getByText('Your session has ended')).toBeVisible();
  await expect(main).not.toContainText('Access Denied');
  await signInAgain();
});
