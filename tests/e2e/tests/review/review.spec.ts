// Review of a list of two pages while another administrator decides too. tests/http covers its cursors.
import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import {
  accessToken,
  confirmedApplicant,
  decide,
  pendingApplications,
  submit,
} from '../../support/applicants.js';
import { readCsv } from '../../support/csv.js';
import { keyboard } from '../../support/input-methods.js';
import {
  expect,
  expectAccessible,
  expectAccessibleView,
  phone,
  test,
  wide,
} from '../../support/journey-test.js';
import { expectNoHorizontalScroll } from '../../support/page-checks.js';
import { administrator } from '../../support/stack.js';
import { applicationOn as dialog, openAs, timesBack, toast } from '../../support/steps.js';

test.describe.configure({ mode: 'serial', timeout: 180_000 });

const COUNT = 30;
let district: string;
let ids: readonly string[];

test.beforeAll(async () => {
  ({ district, ids } = await pendingApplications(COUNT));
});

/** The review list, limited to this district. */
const address = (more: Record<string, string> = {}) =>
  `/admin?${new URLSearchParams({ q: district, ...more })}`;

const views = (page: Page) => page.getByRole('button', { name: /^View .*’s application/ });
const listed = (page: Page): Promise<string[]> =>
  views(page).evaluateAll((buttons) => buttons.map(({ id }) => id.replace('view-', '')));
const nextPage = (page: Page) => page.getByRole('button', { name: 'Next page' });

test('the list is accessible at every width, and its column heads sort', async ({ page }) => {
  await openAs(page, administrator(), address());
  await expect(page.getByText(`Showing 1–25 of ${COUNT} applications`)).toBeVisible();
  for (const width of [360, 768, 1024, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    await expect(page.getByRole('table')).toHaveCount(width < 768 ? 0 : 1);
    await expectAccessible(page);
    await expectNoHorizontalScroll(page);
    if (width < 768) continue;
    // Long names do not wrap the buttons.
    const tops = await page
      .getByRole('row')
      .nth(1)
      .getByRole('button', { name: /^(?:View|Approve|Reject)/ })
      .evaluateAll((buttons) => buttons.map((button) => button.getBoundingClientRect().top));
    expect(new Set(tops).size, `lines of buttons at ${width}`).toBe(1);
  }
  const sorts = page.getByRole('columnheader').filter({ has: page.getByRole('button') });
  await expect(sorts).toHaveText(['Name', 'Email', 'Position', 'Status', 'Submitted']);
  const name = page.getByRole('columnheader', { name: 'Name' });
  await keyboard.press(name.getByRole('button'));
  await expect(name).toHaveAttribute('aria-sort', 'ascending');
  await expect(page).toHaveURL(/sort=name/);
  await expect(page.getByRole('row').nth(1)).toContainText('Fitzgerald-Montgomery');
  await keyboard.press(name.getByRole('button'));
  await expect(name).toHaveAttribute('aria-sort', 'descending');
  await expect(page.getByRole('row').nth(1)).not.toContainText('Fitzgerald-Montgomery');
});

test('a failed decision keeps the focus, Next page moves it to the top of the list, and a double press on Close goes back once', async ({
  page,
  watched,
}) => {
  watched.expectConsoleError(/500/);
  await page.clock.install();
  // Runs every timer and frame of the next second, because any of them could move the focus.
  const settled = () => page.clock.runFor(1_000);
  await openAs(page, administrator(), address());
  await page.route('**/decision', (route) =>
    route.fulfill({ status: 500, json: { code: 'internal_error', detail: 'Broken.' } }),
  );
  const approve = page.getByRole('button', { name: /^Approve .*’s application/ }).first();
  await approve.press('Enter');
  await expect(toast(page)).toContainText('Failed to update application');
  await settled();
  await expect(approve).toBeFocused();

  const previous = page.getByRole('button', { name: 'Previous page' });
  await expect(previous).toHaveAttribute('aria-disabled', 'true');
  await nextPage(page).press('Enter');
  await expect(page.getByText(`Showing 26–${COUNT} of`)).toBeVisible();
  await settled();
  await expect(views(page).first()).toBeInViewport();
  const table = page.getByRole('table');
  expect(await table.evaluate((it) => it.parentElement === document.activeElement)).toBe(true);
  await previous.click();
  await expect(page.getByText('Showing 1–25 of')).toBeVisible();
  await expect(views(page).first()).toBeInViewport();

  const list = page.url();
  await views(page).first().click();
  expect(await timesBack(dialog(page).getByRole('button', { name: 'Close' }))).toBe(1);
  await expect(dialog(page)).toHaveCount(0);
  await expect(page).toHaveURL(list);
});

test('the export contains exactly the filtered applications', async ({ page }) => {
  // Not exported: a decided one of this district and a pending one of another.
  const other = await accessToken(await confirmedApplicant());
  const rejected = await submit(other, { school_district: district });
  await decide(await accessToken(administrator()), rejected, 'rejected');
  await pendingApplications(1);
  await openAs(page, administrator(), address({ status: 'pending', sort: 'name' }));
  const saved = page.waitForEvent('download');
  await keyboard.press(page.getByRole('button', { name: `Export ${COUNT} applications` }));
  await keyboard.press(page.getByRole('button', { name: 'CSV', exact: true }));
  const download = await saved;
  expect(download.suggestedFilename()).toMatch(/^applications-\d{4}-\d\d-\d\d\.csv$/);
  await expect(page.getByText(`Saved ${download.suggestedFilename()}.`)).toBeVisible();
  const search = await page.getByRole('searchbox').boundingBox();
  expect(search?.width, 'space for a search').toBeGreaterThan(240);
  const [head = [], ...records] = readCsv(await readFile(await download.path(), 'utf8'));
  const column = (name: string) => records.map((record) => record[head.indexOf(name)]);
  expect(column('id').toSorted()).toEqual(ids.toSorted());
  expect(new Set(column('status'))).toEqual(new Set(['pending']));
  expect(new Set(column('school_district'))).toEqual(new Set([district]));
  expect(column('id').slice(0, 25)).toEqual(await listed(page));
});

test('applications are reviewed one after another by keyboard', async ({ page }) => {
  await page.setViewportSize(wide);
  await openAs(page, administrator(), address({ status: 'pending', sort: 'name' }));
  await keyboard.press(views(page).nth(22));
  for (const number of [23, 24, 25, 26, 27]) {
    await expect(dialog(page).getByText(`${number} of ${COUNT} found`)).toBeVisible();
    if (number < 27) await page.keyboard.press(number % 2 === 0 ? 'ArrowRight' : 'j');
  }
  await expect(page).toHaveURL(new RegExp(`at=26-${COUNT}`));
  await expectAccessibleView(page);

  await keyboard.press(dialog(page).getByRole('button', { name: 'Add a reason for the decision' }));
  await expect(dialog(page).getByLabel('Reason for the decision')).toBeFocused();
  await page.keyboard.type('Called the school.');
  await keyboard.press(dialog(page).getByRole('button', { name: 'Approve' }));
  await expect(toast(page)).toContainText('Application approved successfully');
  await expect(dialog(page).getByText('Pending → Approved')).toBeVisible();
  await expect(dialog(page).getByText('Called the school.')).toBeVisible();
  const next = dialog(page).getByRole('button', { name: 'Next pending application' });
  await expect(next).toBeFocused();
  await expectAccessibleView(page);
  await page.keyboard.press('Enter');
  await expect(dialog(page).getByText(`28 of ${COUNT} found`)).toBeVisible();

  await page.keyboard.press('Escape');
  await expect(dialog(page)).toHaveCount(0);
  await expect(views(page).nth(2)).toBeFocused();
  // A decided application keeps its place in the list, but no longer counts.
  await expect(page.getByRole('row').nth(2)).toContainText('Approved');
  await expect(
    page.getByText(`Showing 26–${COUNT - 1} of ${COUNT - 1} applications`),
  ).toBeVisible();
});

test('printing shows only the whole application with history and note', async ({ page }) => {
  await openAs(page, administrator(), address({ status: 'approved' }));
  await views(page).first().click();
  await expect(dialog(page).getByText('Called the school.')).toBeVisible();
  await page.emulateMedia({ media: 'print' });
  for (const other of ['banner', 'table', 'contentinfo'] as const)
    await expect(page.getByRole(other)).toBeHidden();
  await expect(page.getByRole('heading', { level: 1 })).toBeHidden();
  for (const text of ['T-Shirt Size', 'History', 'Called the school.']) {
    await expect(dialog(page).getByText(text, { exact: true })).toBeVisible();
  }
  await expect(dialog(page).getByRole('button')).toHaveCount(0);
  await expect(dialog(page).getByRole('heading', { name: 'Notes' })).toHaveCount(0);
  const clipped = await dialog(page).evaluate((sheet) =>
    [sheet, ...sheet.querySelectorAll('*')]
      .filter((part) => !part.classList.contains('sr-only'))
      .filter(
        (part) =>
          getComputedStyle(part).overflowY !== 'visible' &&
          part.scrollHeight > part.clientHeight + 1,
      )
      .map((part) => part.className),
  );
  expect(clipped, 'parts that are cut off').toEqual([]);
});

test('an administrator who decides second sees the first decision', async ({
  page,
  elsewhere,
  watched,
}) => {
  for (const one of [page, elsewhere]) {
    await openAs(one, administrator(), address({ status: 'pending' }));
    await views(one).nth(4).click();
    await expect(
      dialog(one).getByRole('button', { name: 'Add a reason for the decision' }),
    ).toBeVisible();
  }
  await page.setViewportSize(phone);
  await dialog(elsewhere).getByRole('button', { name: 'Add a reason for the decision' }).click();
  await expect(dialog(elsewhere).getByLabel('Reason for the decision')).toBeFocused();
  await elsewhere.keyboard.type('My own thoughts.');
  watched.expectConsoleError(/409/);
  // While the second decision is on its way, so that no live update arrives first.
  const second = elsewhere.waitForResponse(/decision$/);
  await elsewhere.route(/decision$/, async (route) => {
    await dialog(page).getByRole('button', { name: 'Approve' }).click();
    await expect(toast(page)).toContainText('Application approved successfully');
    await route.continue();
  });
  await dialog(elsewhere).getByRole('button', { name: 'Reject' }).click();
  expect((await second).status()).toBe(409);
  await expect(toast(elsewhere)).toContainText('Failed to update application');
  await expect(dialog(elsewhere).getByText(/Someone else decided first/)).toBeVisible();
  await expect(dialog(elsewhere).getByText('Pending → Approved')).toBeVisible();
  await expect(dialog(elsewhere).getByLabel(/Your reason wasn’t saved/)).toHaveValue(
    'My own thoughts.',
  );
  await expectAccessible(elsewhere);
});
