// Undoing decisions before their mails are sent, and decisions on several applications.
import type { Page } from '@playwright/test';
import {
  accessToken,
  call,
  confirmedApplicant,
  decide,
  pendingApplications,
  submit,
} from '../../support/applicants.js';
import { keyboard } from '../../support/input-methods.js';
import { expect, expectAccessibleView, phone, test, wide } from '../../support/journey-test.js';
import { mailTo, mailsTo } from '../../support/mailbox.js';
import { administrator, ownStack, type Running } from '../../support/stack.js';
import { applicationOn, openAs } from '../../support/steps.js';

test.describe.configure({ mode: 'serial', timeout: 180_000 });

const WELCOME = /Welcome to the Educators Forum/;

let own: Running;

test.beforeAll(async () => {
  own = await ownStack(2, { FORUM__REVIEW__UNDO_SECONDS: '6' });
});
test.afterAll(() => own.end());

async function openDashboard(page: Page, admin: number, query: string): Promise<void> {
  await openAs(page, administrator(admin), `/admin?${new URLSearchParams({ q: query })}`);
  await expect(page.getByText(/^Showing 1–/)).toBeVisible();
}

/** An applicant with a pending application, alone in a district. */
async function applicant(district: string) {
  const teacher = await confirmedApplicant();
  await submit(await accessToken(teacher), { school_district: district });
  return teacher;
}

const approve = (page: Page) => page.getByRole('button', { name: /^Approve .*’s application/ });
/** Runs in the page. Whether the control that has the focus is visible where its center is. */
const showsFocus = () => {
  const active = document.activeElement;
  const { x = 0, y = 0, width = 0, height = 0 } = active?.getBoundingClientRect() ?? {};
  const shown = document.elementFromPoint(x + width / 2, y + height / 2);
  // The box of a checkbox is smaller than its label.
  return shown !== null && active?.contains(shown) === true;
};

/** WCAG 2.4.11: the selection bar covers no control that the keyboard reaches from below. */
async function expectFocusInSight(page: Page): Promise<void> {
  await page
    .getByRole('checkbox', { name: /^Select .*’s application/ })
    .last()
    .focus();
  const first = page.getByRole('checkbox').first();
  const covered: string[] = [];
  for (let stop = 0; stop < 200; stop += 1) {
    if (!(await page.evaluate(showsFocus)))
      covered.push(await page.evaluate(() => document.activeElement?.ariaLabel ?? ''));
    if (await first.evaluate((box) => box === document.activeElement)) break;
    await page.keyboard.press('Shift+Tab');
  }
  await expect(first).toBeFocused();
  expect(covered).toEqual([]);
}

const undo = (page: Page) => page.getByRole('button', { name: /^Undo: / });
const row = (page: Page, number: number) => page.getByRole('row').nth(number);

test('an undone decision is not mailed, and the note is back', async ({ page }) => {
  const [ana, ben] = [await applicant('Undone Valley'), await applicant('Decided Valley')];
  await openDashboard(page, 0, 'Undone Valley');
  await keyboard.press(page.getByRole('button', { name: /^View .*’s application/ }));
  const dialog = applicationOn(page);
  await page.setViewportSize(phone);
  const reason = dialog.getByRole('button', { name: 'Add a reason for the decision' });
  // So near the lower edge that only the top of the field would be in view.
  await reason.evaluate((button) => {
    button.style.scrollMarginBottom = '72px';
    button.scrollIntoView({ block: 'end', behavior: 'instant' });
  });
  await reason.click();
  await expect(dialog.getByLabel(/^Reason for the decision/)).toBeInViewport({ ratio: 1 });
  await page.setViewportSize(wide);
  await expect(dialog.getByLabel(/^Reason for the decision/)).toBeFocused();
  await page.keyboard.type('Called the school.');
  await keyboard.press(dialog.getByRole('button', { name: 'Approve' }));
  await expect(undo(page)).toBeVisible();
  await expectAccessibleView(page);
  await keyboard.press(undo(page));
  await expect(dialog.getByLabel(/^Reason for the decision/)).toHaveValue('Called the school.');
  await expect(dialog.getByText(/Decision undone/)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(row(page, 1)).toContainText('Pending');

  // A later decision is mailed, so the undone one would have been mailed before.
  await page.goto('/admin?q=Decided+Valley');
  await approve(page).click();
  await expect(undo(page)).toBeVisible();
  await mailTo(ben.email, WELCOME);
  await expect(undo(page)).toHaveCount(0);
  expect((await mailsTo(ana.email)).filter(({ subject }) => WELCOME.test(subject))).toEqual([]);
});

test('only the administrator who decided can undo, and others see it', async ({
  page: one,
  elsewhere: two,
}) => {
  await applicant('Conflict Valley');
  await openDashboard(one, 0, 'Conflict Valley');
  await openDashboard(two, 1, 'Conflict Valley');
  await approve(one).click();
  await expect(row(two, 1)).toContainText('Approved');
  await expect(undo(two)).toHaveCount(0);
  // The event may arrive there before the response arrives here.
  await expect(undo(one)).toBeVisible();
  await one.keyboard.press('Control+z');
  await expect(row(two, 1)).toContainText('Pending');
  await two.getByRole('button', { name: /^Reject .*’s application/ }).click();
  await expect(row(one, 1)).toContainText('Rejected');
  await expect(undo(two)).toBeVisible();
});

test('several are decided after one confirmation, and one button undoes them', async ({ page }) => {
  const { district } = await pendingApplications(30);
  await openDashboard(page, 0, district);
  await page.getByRole('button', { name: 'Select', exact: true }).click();
  await page.getByRole('checkbox', { name: 'Select this page' }).check();
  await expect(page.getByText('25 selected')).toBeVisible();
  await page.getByRole('button', { name: 'Select all 30 that match' }).click();
  await expect(page.getByText('30 selected')).toBeVisible();
  await expectAccessibleView(page);
  await expectFocusInSight(page);
  await page.setViewportSize(phone);
  await expectFocusInSight(page);
  const bar = page.getByRole('region', { name: 'Selected applications' });
  await bar.getByRole('button', { name: 'Approve' }).click();
  const dialog = page.getByRole('dialog', { name: 'Approve 30 applications?' });
  await expect(dialog.getByText(/will be emailed when the undo time is over/)).toBeVisible();
  await dialog.getByText('Show the email').click();
  await expect(dialog.getByTitle('The email as it will look')).toBeVisible();
  const token = await accessToken(administrator(1));
  const query = new URLSearchParams({ status: 'pending', q: district });
  const pending = `/admin/applications?${query}`;
  // The oldest is not on the first page, so the dialog does not learn of its decision.
  const { items } = await call<{ items: { id: string }[] }>('GET', `${pending}&order=asc&limit=1`, {
    token,
  });
  await decide(token, items[0]?.id ?? '', 'rejected');
  await dialog.getByRole('button', { name: 'Approve 30' }).click();
  await expect(page.getByText('Approved 29 of 30 applications. Skipped:')).toBeVisible();
  await expect(page.getByText(/was already decided$/)).toBeVisible();
  await page.getByRole('button', { name: 'Undo: Approved 29 applications.' }).click();
  await expect(page.getByText('29 applications are pending again.')).toBeVisible();
  await expect(bar.getByText('29 selected')).toBeVisible();
  expect(await call('GET', pending, { token })).toMatchObject({ total: 29 });
});
