// Live updates of the review list. tests/engines covers the announcement, and vitest that no row moves.
import type { Page } from '@playwright/test';
import { pendingApplications } from '../../support/applicants.js';
import { expect, expectAccessibleView, test } from '../../support/journey-test.js';
import { administrator, ownStack } from '../../support/stack.js';
import { startAs } from '../../support/steps.js';

const announcement = (page: Page) => page.getByRole('button', { name: /\d new applications?$/ });
const loaded = (page: Page) => page.getByText(/^Showing 1–|^No applications yet/);
const listens = (page: Page) =>
  page.waitForResponse((answer) => answer.url().endsWith('/api/admin/events') && answer.ok());

/** The list of applications, with its stream of events open. */
async function openDashboard(page: Page): Promise<void> {
  const open = listens(page);
  await page.goto('/admin');
  await open;
  await expect(loaded(page)).toBeVisible();
}

test('a blocked stream is named, and the list is read once a minute', async ({ page }) => {
  await pendingApplications(1);
  await startAs(page, administrator());
  // A network filter holds the response back.
  await page.route('**/api/admin/events', () => undefined);
  await page.clock.install();
  await page.goto('/admin');
  await expect(loaded(page)).toBeVisible();
  await page.clock.runFor(15_000);
  await expect(page.getByText('Live updates are off')).toBeVisible();
  await expectAccessibleView(page);
  await pendingApplications(1);
  await page.clock.runFor(60_000);
  await expect(announcement(page)).toBeVisible();
});

test('new applications are announced after a server restart', async ({ browser }) => {
  test.setTimeout(120_000);
  const own = await ownStack(1);
  try {
    const context = await browser.newContext({ baseURL: own.url });
    const page = await context.newPage();
    await startAs(page, administrator(0));
    await openDashboard(page);
    const again = listens(page);
    await own.restart();
    await again;
    await pendingApplications(1);
    await expect(page.getByRole('button', { name: '1 new application' })).toBeVisible();
    await context.close();
  } finally {
    await own.end();
  }
});
