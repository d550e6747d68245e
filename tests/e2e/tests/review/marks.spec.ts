// Marks of two administrators in their lists, and how the rows are shown. vitest covers refusals and lost responses.
import type { Page } from '@playwright/test';
import {
  accessToken,
  call,
  confirmedApplicant,
  decide,
  pendingApplications,
  type Person,
  submit,
} from '../../support/applicants.js';
import { expect, expectAccessibleView, phone, test, wide } from '../../support/journey-test.js';
import { expectNoHorizontalScroll } from '../../support/page-checks.js';
import { administrator, ownStack } from '../../support/stack.js';
import { applicationOn, openAs } from '../../support/steps.js';

/** The row or card of an application. */
const row = (page: Page, id: string) => page.locator(`[data-row="${id}"]`);
const view = (page: Page, id: string) => page.locator(`#view-${id}`);
const mark = (page: Page, id: string, name: string) =>
  row(page, id).getByRole('button', { name: new RegExp(`^${name} for`) });
const rowIds = (page: Page) =>
  page
    .locator('[data-row]')
    .evaluateAll((rows) => rows.map((it) => it.getAttribute('data-row') ?? ''));

/** The list, with its stream of events open. */
async function openList(page: Page, person: Person): Promise<void> {
  const open = page.waitForResponse((answer) => answer.url().endsWith('/admin/events'));
  await openAs(page, person, '/admin');
  await open;
  await expect(page.getByText(/^Showing 1–/)).toBeVisible();
}

test('two administrators mark by key and by tap, and each sees the sums of both', async ({
  browser,
}) => {
  test.setTimeout(120_000);
  const own = await ownStack(1, { FORUM__FEATURES: 'users' });
  try {
    await pendingApplications(3);
    const token = await accessToken(administrator(0));
    // An administrator who has applied.
    const applicant = await confirmedApplicant();
    const mine = await submit(await accessToken(applicant));
    const { id } = await call('GET', '/users/me', { token: await accessToken(applicant) });
    await call('PUT', `/admin/users/${id}/roles/admin`, { token });
    const theirs = await accessToken(applicant);
    const openPage = async (person: Person, viewport: typeof wide, hasTouch: boolean) => {
      const context = await browser.newContext({ baseURL: own.url, viewport, hasTouch });
      const page = await context.newPage();
      await openList(page, person);
      return page;
    };
    const page = await openPage(administrator(0), wide, false);
    const other = await openPage(applicant, { ...phone, width: 390 }, true);
    // The newest is the first.
    const order = await rowIds(page);
    const [, first = '', second = '', third = ''] = order;
    expect(order[0]).toBe(mine);

    await expect(row(page, first)).toContainText('Unread');
    await view(page, first).focus();
    await page.keyboard.press('y');
    await expect(mark(page, first, 'Yes')).toHaveAttribute('aria-pressed', 'true');
    await expect(row(other, first)).toContainText('1 yes');
    await mark(other, first, 'No').tap();
    await expect(row(page, first)).toContainText('1 yes · 1 no');
    await expect(row(page, first)).toContainText('Divided');
    await page.keyboard.press('m');
    await expect(row(other, first)).toContainText('1 maybe · 1 no');
    await expect(row(other, first)).not.toContainText('Divided');
    await page.keyboard.press('m');
    await expect(row(other, first)).not.toContainText('1 maybe');
    await expect(mark(other, first, 'No')).toHaveAttribute('aria-pressed', 'true');

    await page.keyboard.press('j');
    await expect(view(page, second)).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(applicationOn(page)).toBeVisible();
    // In the open application, the keys mark it.
    for (const isMarked of ['true', 'false']) {
      await page.keyboard.press('n');
      await expect(mark(page, second, 'No')).toHaveAttribute('aria-pressed', isMarked);
      const inSheet = applicationOn(page).getByRole('button', { name: /^No for/ });
      await expect(inSheet).toHaveAttribute('aria-pressed', isMarked);
    }
    await page.keyboard.press('Escape');
    await expect(view(page, second)).toBeFocused();

    // A decision of the other administrator, while a button that it removes has the focus.
    await mark(page, second, 'Maybe').press('Enter');
    await expect(row(other, second)).toContainText('1 maybe');
    await decide(theirs, second, 'rejected');
    await expect(view(page, second)).toBeFocused();
    await expect(row(page, second)).toContainText(/Rejected.*1 maybe/s);
    await expect(mark(page, second, 'Yes')).toHaveCount(0);
    await page.keyboard.press('y');
    await expect(row(page, mine).getByRole('group', { name: 'Your mark' })).toHaveCount(1);
    await expect(row(other, mine).getByRole('group', { name: 'Your mark' })).toHaveCount(0);

    // The same administrator in another place.
    await call('PUT', `/admin/applications/${third}/marks/me`, {
      token,
      data: { mark: 'no' },
    });
    await expect(mark(page, third, 'No')).toHaveAttribute('aria-pressed', 'true');
    await expect(row(page, second)).not.toContainText('yes');
    expect(await rowIds(page)).toEqual(order);
    await expectAccessibleView(page);
    await expectAccessibleView(other);
    await expectNoHorizontalScroll(other);
    await Promise.all([page.context().close(), other.context().close()]);
  } finally {
    await own.end();
  }
});

test('compact rows and their number are kept for each administrator, and rows have one height', async ({
  page,
}) => {
  test.setTimeout(120_000);
  const { district, ids } = await pendingApplications(30);
  // A row with as many lines as there can be.
  for (const [index, data] of [{ mark: 'yes' }, { mark: 'no' }].entries()) {
    const token = await accessToken(administrator(index));
    await call('PUT', `/admin/applications/${ids.at(-1)}/marks/me`, { token, data });
  }
  await call('POST', `/admin/applications/${ids.at(-1)}/change-requests`, {
    token: await accessToken(administrator(0)),
    data: { message: 'Please add your years in Ohio.' },
    headers: { 'Idempotency-Key': crypto.randomUUID() },
  });
  const address = `/admin?${new URLSearchParams({ q: district, status: 'pending' })}`;
  await openAs(page, administrator(0), address);
  const compact = page.getByRole('button', { name: 'Compact rows' });
  const heights = () =>
    page
      .locator('tr[data-row]')
      .evaluateAll((rows) => [...new Set(rows.map((it) => it.getBoundingClientRect().height))]);
  const shown = (rows: string) => expect(page.getByText(`Showing ${rows} of 30 app`)).toBeVisible();
  await shown('1–25');
  await expect(page.getByRole('row').nth(1)).toContainText('Tampa, FL');
  await expect(row(page, ids.at(-1) ?? '')).toContainText(
    /Divided.*1 yes · 1 no.*Changes requested/,
  );
  const tall: number[] = [];
  for (const isCompact of [false, true]) {
    if (isCompact) await compact.click();
    for (const [at, width] of [768, 1024, 1280, 1440].entries()) {
      await page.setViewportSize({ width, height: 900 });
      const [height = 0, ...others] = await heights();
      expect(others, `other heights at ${width}`).toEqual([]);
      if (isCompact) expect(height).toBeLessThan(tall[at] ?? 0);
      else tall.push(height);
      await expectNoHorizontalScroll(page);
    }
  }
  await expect(page.getByRole('row').nth(1)).not.toContainText('Tampa, FL');

  await page.getByRole('button', { name: 'Next page' }).click();
  await shown('26–30');
  await page.getByLabel('Rows per page').selectOption('50');
  await shown('1–30');
  await expect(page).not.toHaveURL(/cursor|at=/);
  await page.reload();
  await shown('1–30');
  await expect(compact).toHaveAttribute('aria-pressed', 'true');
  await page.setViewportSize({ width: 390, height: 800 });
  await expect(row(page, (await rowIds(page))[0] ?? '')).not.toContainText('Tampa, FL');
  await expectNoHorizontalScroll(page);

  await openAs(page, administrator(1), address);
  await shown('1–25');
  await expect(compact).toHaveAttribute('aria-pressed', 'false');
});
