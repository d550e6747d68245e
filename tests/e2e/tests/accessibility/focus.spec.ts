// The focus after an action, on /admin.
import type { Page } from '@playwright/test';
import { expect, test } from '../../support/journey-test.js';
import { administrator } from '../../support/stack.js';
import { startAs, timesBack, toast } from '../../support/steps.js';

/** Runs every timer and frame of the next second, because any of them could move the focus. */
const settled = (page: Page) => page.clock.runFor(1_000);

/** Thirty applications; the cursor of a page is the number of applications before it. */
const list = (offset: number) => ({
  items: Array.from({ length: offset === 0 ? 25 : 5 }, (_, at) => ({
    id: `00000000-0000-4000-8000-${String(offset + at).padStart(12, '0')}`,
    first_name: 'Ada',
    last_name: `Number ${offset + at + 1}`,
    email: `ada-${offset + at}@school.example`,
    teaching_position: 'Science',
    status: 'pending',
    submitted_at: '2026-03-05T10:00:00Z',
    reviewed_at: null,
    version: 1,
    changes: null,
  })),
  counts: { total: 30, pending: 30, approved: 0, rejected: 0 },
  total: 30,
  total_is_exact: true,
  limit: 25,
  offset: null,
  next_cursor: offset === 0 ? '25' : null,
  prev_cursor: offset === 0 ? null : '0',
});

async function openList(page: Page): Promise<void> {
  await page.clock.install();
  await startAs(page, administrator());
  await page.route('**/api/admin/applications?*', (route) => {
    const { searchParams } = new URL(route.request().url());
    return route.fulfill({ json: list(Number(searchParams.get('cursor'))) });
  });
  await page.goto('/admin');
  await expect(page.getByText('Showing 1–25 of 30')).toBeVisible();
}

test('a failed decision leaves the focus on the pressed button', async ({ page, watched }) => {
  watched.expectConsoleError(/500/);
  await openList(page);
  await page.route('**/decision', (route) =>
    route.fulfill({ status: 500, json: { code: 'internal_error', detail: 'Broken.' } }),
  );
  const approve = page.getByRole('button', { name: 'Approve Ada Number 1’s application' }).first();
  await approve.press('Enter');
  await expect(toast(page)).toContainText('Failed to update application');
  await settled(page);
  await expect(approve).toBeFocused();
});

test('Next page moves the focus to the top of the list', async ({ page }) => {
  await openList(page);
  const next = page.getByRole('button', { name: 'Next page' });
  await next.press('Enter');
  await expect(page.getByText('Showing 26–30 of 30')).toBeVisible();
  await settled(page);
  const table = page.getByRole('table');
  await expect(page.getByText('Ada Number 26')).toBeInViewport();
  expect(await table.evaluate((it) => it.parentElement === document.activeElement)).toBe(true);
  await page.getByRole('button', { name: 'Previous page' }).click();
  await expect(page.getByText('Ada Number 1', { exact: true })).toBeInViewport();
});

test('a double press on Close goes back once', async ({ page, watched }) => {
  watched.expectConsoleError(/404|query application failed/);
  await openList(page);
  await page.getByRole('button', { name: /^View/ }).first().click();
  const close = page.getByRole('dialog').getByRole('button', { name: 'Close' });
  expect(await timesBack(close)).toBe(1);
  await expect(page).toHaveURL('/admin');
});
