// A decision on all applications of a filter, with what it would do, and the export and the print of the selected ones.
import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import {
  accessToken,
  type Applicant,
  call,
  decide,
  newApplicant,
  register,
  submit,
} from '../../support/applicants.js';
import { readCsv } from '../../support/csv.js';
import { keyboard } from '../../support/input-methods.js';
import { expect, expectAccessible, test, wide } from '../../support/journey-test.js';
import { mailsTo, mailTo } from '../../support/mailbox.js';
import { expectNoHorizontalScroll } from '../../support/page-checks.js';
import { administrator, ownStack, type Running } from '../../support/stack.js';
import { openAs } from '../../support/steps.js';

// axe sends messages to frames, and a sandboxed one gets none.
test.beforeEach(({ watched }) => watched.expectConsoleError(/Failed to execute 'postMessage'/));

test.describe.configure({ mode: 'serial', timeout: 180_000 });

const WELCOME = /Welcome to the Educators Forum/;
const district = `District ${randomUUID()}`;
/** The first one becomes an administrator. */
const TEACHERS = [
  ['Ávila', 'Texas'],
  ['Bell', 'TX'],
  ['Cruz', 'Ohio'],
  ['Dunn', 'Ontario'],
  ['Ek', 'Texas'],
  ['Fox', 'Texas'],
] as const;

let own: Running;
const teachers: (Applicant & { id: string })[] = [];
const [ME, BELL, CRUZ, DUNN] = [0, 1, 2, 3] as const;
const teacher = (at: number) => teachers[at] ?? newApplicant();
const idOf = (at: number) => teachers[at]?.id ?? '';

test.beforeAll(async () => {
  own = await ownStack(1, { FORUM__FEATURES: 'users', FORUM__REVIEW__UNDO_SECONDS: '6' });
  for (const [lastName, state] of TEACHERS) {
    const person = { ...newApplicant(), lastName };
    await register(person);
    const answers = { school_district: district, state };
    teachers.push({ ...person, id: await submit(await accessToken(person), answers) });
  }
  const { id } = await call('GET', '/users/me', { token: await accessToken(teacher(ME)) });
  const token = await accessToken(administrator(0));
  await call('PUT', `/admin/users/${id}/roles/admin`, { token });
});
test.afterAll(() => own.end());

const bar = (page: Page) => page.getByRole('region', { name: 'Selected applications' });
const inBar = (page: Page, name: string) => bar(page).getByRole('button', { name, exact: true });

async function openSelecting(page: Page, filter: Record<string, string> = {}): Promise<void> {
  const query = new URLSearchParams({ q: district, sort: 'name', ...filter });
  await openAs(page, teacher(ME), `/admin?${query}`);
  await expect(page.getByText(/^Showing 1–/)).toBeVisible();
  await keyboard.press(page.getByRole('button', { name: 'Select', exact: true }));
}

const boxOf = (page: Page, lastName: string) =>
  page.getByRole('checkbox', { name: `Select Nadia ${lastName}’s application` });

test('the selected applications are exported and printed, and no others', async ({ page }) => {
  await openSelecting(page);
  for (const name of ['Bell', 'Dunn']) await boxOf(page, name).check();
  const saved = page.waitForEvent('download');
  await keyboard.press(inBar(page, 'Export selected'));
  await keyboard.press(bar(page).getByRole('button', { name: 'CSV' }));
  const [head = [], ...records] = readCsv(await readFile(await (await saved).path(), 'utf8'));
  const ids = records.map((record) => record[head.indexOf('id')]);
  expect(ids.toSorted()).toEqual([idOf(BELL), idOf(DUNN)].toSorted());

  await page.evaluate(() => {
    window.print = () => undefined;
  });
  await keyboard.press(inBar(page, 'Print selected'));
  await page.emulateMedia({ media: 'print' });
  await expect(page.locator('#root')).toBeHidden();
  await expect(page.getByRole('heading', { name: 'Selected applications' })).toBeVisible();
  await expect(page.getByText(/^As of .+\. 2 applications$/)).toBeVisible();
  await expect(page.getByRole('rowheader')).toHaveText(['Nadia Bell', 'Nadia Dunn']);
  await expect(page.getByRole('row').nth(2)).toContainText('Ontario');
  await page.emulateMedia({ media: null });
  await page.keyboard.press('Control');
  await expect(page.locator('[data-print-sheet]')).toHaveCount(0);
});

test('all of a filter are selected, and only those', async ({ page }) => {
  await openSelecting(page, { state: 'TX' });
  await keyboard.press(page.getByRole('button', { name: 'Select all 4 that match' }));
  await expect(bar(page).locator(':focus')).toHaveText('4 selected');
  await keyboard.press(inBar(page, 'Approve'));
  const states = page.getByRole('list', { name: 'By state' });
  await expect(states.getByRole('listitem')).toHaveText(['Texas 3']);
});

test('the confirmation has the numbers by state, the email and what is skipped', async ({
  page,
}) => {
  await openSelecting(page);
  await keyboard.press(page.getByRole('button', { name: 'Select all 6 that match' }));
  await expect(bar(page).locator(':focus')).toHaveText('6 selected');
  await keyboard.press(inBar(page, 'Approve'));
  const dialog = page.getByRole('dialog', { name: 'Approve 6 applications?' });
  const states = dialog.getByRole('list', { name: 'By state' }).getByRole('listitem');
  await expect(states).toHaveText(['Texas 3', 'Ohio 1', 'Other places 1']);
  await expect(dialog.getByRole('button', { name: 'Approve 5' })).toBeFocused();
  await decide(await accessToken(administrator(0)), idOf(CRUZ), 'rejected');
  await expect(states).toHaveText(['Texas 3', 'Other places 1']);
  const skipped = dialog.getByRole('list', { name: '2 will be skipped' });
  await expect(skipped).toContainText('Nadia Cruz: was already decided');
  await expect(skipped).toContainText('Nadia Ávila: is your own application');
  await expect(dialog.getByText(/^4 applicants will be emailed/)).toHaveRole('status');
  await expect(page.getByText('6 selected (5 pending, 1 rejected)')).toBeAttached();

  await keyboard.press(dialog.getByText('Show the email'));
  await expect(dialog.getByText(WELCOME)).toBeVisible();
  const frame = dialog.getByTitle('The email as it will look');
  await expect(frame.contentFrame().getByText(/Nadia/)).toBeVisible();
  await expect(frame).toHaveAttribute('sandbox', '');
  for (const size of [wide, { width: 390, height: 844 }]) {
    await page.setViewportSize(size);
    await expectAccessible(page);
    await expectNoHorizontalScroll(page);
  }

  await dialog.getByRole('button', { name: 'Approve 4' }).click();
  const undo = page.getByRole('button', { name: 'Undo: Approved 4 applications.' });
  await expect(undo).toBeVisible();
  await page.keyboard.press('Control+z');
  await expect(bar(page).getByText('4 selected', { exact: true })).toBeVisible();
  await expectAccessible(page);
  await expectNoHorizontalScroll(page);
  await inBar(page, 'Approve').click();
  await page.getByRole('button', { name: 'Approve 4' }).click();
  await expect(undo).toBeVisible();
  for (const [at, { email }] of teachers.entries()) {
    const isMailed = at !== ME && at !== CRUZ;
    if (isMailed) await mailTo(email, WELCOME);
    const welcomes = (await mailsTo(email)).filter(({ subject }) => WELCOME.test(subject));
    expect(welcomes).toHaveLength(isMailed ? 1 : 0);
  }
});
