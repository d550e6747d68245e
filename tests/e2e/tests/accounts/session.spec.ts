// One session in two tabs: whatever the state of the access token, the tabs together refresh it once and no error is
// shown.
import { expect, test } from '../../support/journey-test.js';
import { signIn, statusChoice } from '../../support/steps.js';
import { administrator, stack } from '../../support/stack.js';
import type { Page } from '@playwright/test';
import { changeStored, storedSession } from '../../support/stored-session.js';

const CALLS = 10;

/** Each change of the filter sends a request; the next one waits for the response, since it would abort the request. */
async function makeCalls(tab: Page): Promise<number> {
  let answered = 0;
  for (let call = 0; call < CALLS; call += 1) {
    const answer = tab.waitForResponse(
      (response) => response.url().includes('/api/admin/applications?') && response.ok(),
    );
    await statusChoice(tab, call % 2 === 0 ? 'Approved' : 'Total').click();
    expect((await answer).status()).toBe(200);
    answered += 1;
  }
  return answered;
}

const dashboard = (tab: Page) => tab.getByRole('heading', { name: 'Admin Dashboard' });

for (const { what, change, refusals } of [
  { what: 'that has expired', change: () => ({ expiresAt: Date.now() - 1000 }), refusals: false },
  { what: 'that the server refuses', change: () => ({ accessToken: 'stale' }), refusals: true },
]) {
  test(`two tabs with ten calls each refresh a token ${what} once`, async ({ page, watched }) => {
    if (refusals) watched.expectConsoleError(/401/);
    await signIn(page, administrator());
    await expect(page).toHaveURL(`${stack().url}/`);
    const context = page.context();
    const second = await context.newPage();
    for (const tab of [page, second]) {
      await tab.goto('/admin');
      await expect(dashboard(tab)).toBeVisible();
      await expect(statusChoice(tab, 'Total')).toBeVisible();
    }

    const refreshes: string[] = [];
    const failures: string[] = [];
    await context.route('**/api/auth/sessions/refresh', async (route) => {
      refreshes.push(route.request().url());
      // Waits until the other tab has also found the token stale and waits for the lock.
      await page.waitForFunction(async () => (await navigator.locks.query()).pending?.length === 1);
      await route.continue();
    });
    context.on('response', (response) => {
      const expected = refusals && response.status() === 401;
      if (response.status() >= 400 && !expected) {
        failures.push(`${response.status()} ${response.url()}`);
      }
    });
    second.on('console', (message) => {
      if (message.type() === 'error' && !(refusals && /401/.test(message.text()))) {
        failures.push(message.text());
      }
    });
    await changeStored(context, change());
    expect(await Promise.all([makeCalls(page), makeCalls(second)])).toEqual([CALLS, CALLS]);

    await expect
      .poll(async () => (await storedSession(page))?.accessToken.startsWith('v4.public.'))
      .toBe(true);
    for (const tab of [page, second]) {
      await expect(dashboard(tab)).toBeVisible();
      const answered = tab.waitForResponse(/api\/admin\/applications\?/);
      await statusChoice(tab, 'Rejected').click();
      expect((await answered).status()).toBe(200);
      await expect(tab.getByRole('status', { name: 'Notifications' })).toBeEmpty();
    }
    expect(refreshes).toHaveLength(1);
    expect(failures).toEqual([]);
  });
}
