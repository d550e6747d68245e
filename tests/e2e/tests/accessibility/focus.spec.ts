// Where the focus is after an act: never lost, never on a control that has nothing to do with it.
import type { Page } from '@playwright/test';
import { expect, test } from '../../support/journey-test.js';
import { people, signUp, startAs, toast } from '../../support/steps.js';
import { administrator } from '../../support/stack.js';

/** The focus may be moved once more in the moment after. */
const settled = (page: Page) =>
  page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 200)));

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
  await startAs(page, administrator());
  await page.route('**/api/admin/applications?*', (route) => {
    const { searchParams } = new URL(route.request().url());
    return route.fulfill({ json: list(Number(searchParams.get('cursor'))) });
  });
  await page.goto('/admin');
  await expect(page.getByText('Showing 1–25 of 30')).toBeVisible();
}

test('after a link of the mobile menu it is on the heading of the page', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  for (const name of ['FAQ', 'Core Values', 'Sign In']) {
    await page.goto('/about');
    await page.getByRole('button', { name: 'Open menu' }).click();
    const panel = page.getByRole('dialog', { name: 'Menu' });
    const folded = panel.getByRole('button', { name: 'About submenu' });
    if (name === 'Core Values') await folded.press('Enter');
    await panel.getByRole('link', { name, exact: true }).press('Enter');
    await expect(panel).toHaveCount(0);
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
    await settled(page);
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  }
});

test('after a decision that fails it is still on the pressed button', async ({ page, watched }) => {
  watched.expectConsoleError(/500/);
  await openList(page);
  await page.route('**/decision', (route) =>
    route.fulfill({ status: 500, json: { code: 'internal_error', detail: 'Broken.' } }),
  );
  const approve = page
    .getByRole('button', { name: 'Approve the application of Ada Number 1' })
    .first();
  await approve.press('Enter');
  await expect(toast(page)).toContainText('Failed to update application');
  await settled(page);
  await expect(approve).toBeFocused();
});

test('the last page of the list is read from its top', async ({ page }) => {
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

test('after a sign-up it is on the sentence that says what comes next', async ({ page }) => {
  await signUp(page, people.applicant());
  const created = page
    .getByRole('tabpanel')
    .getByRole('status')
    .filter({ hasText: 'Account created!' });
  await expect(created).toBeFocused();
});

test('Close pressed twice goes back once', async ({ page, watched }) => {
  watched.expectConsoleError(/404|query application failed/);
  await openList(page);
  await page.getByRole('button', { name: /^View/ }).first().click();
  const close = page.getByRole('dialog').getByRole('button', { name: 'Close' });
  await close.evaluate((button: HTMLButtonElement) => {
    button.click();
    button.click();
  });
  await settled(page);
  await expect(page).toHaveURL('/admin');
});
