// Two administrators review one application: notes, an earlier application, and a mail that failed. tests/engines covers that
// they see each other.
import type { Page } from '@playwright/test';
import { accessToken, confirmedApplicant, decide, submit } from '../../support/applicants.js';
import { mailsAbout } from '../../support/mailbox.js';
import {
  expect,
  expectAccessible,
  expectAccessibleView,
  test,
} from '../../support/journey-test.js';
import { administrator, ownStack, type Running } from '../../support/stack.js';
import { applicationOn as dialog, openAs, toast } from '../../support/steps.js';

test.describe.configure({ mode: 'serial', timeout: 120_000 });

let own: Running;
let applicant: Awaited<ReturnType<typeof confirmedApplicant>>;
let earlier: string;
let id: string;

test.beforeAll(async () => {
  own = await ownStack(2);
  applicant = await confirmedApplicant();
  const token = await accessToken(applicant);
  earlier = await submit(token);
  await decide(await accessToken(administrator(0)), earlier, 'rejected');
  // Both mails have left before the mail server refuses the next one.
  await mailsAbout(applicant.email, /application/i, 2);
  await own.refuseMail(true);
  id = await submit(token);
});
test.afterAll(() => own.end());

const field = (page: Page) => dialog(page).getByLabel('Add a note');
const openApplication = async (page: Page, index: number) => {
  await openAs(page, administrator(index), `/admin?application=${id}`);
  await expect(field(page)).toBeVisible();
};

const addNote = (page: Page) => dialog(page).getByRole('button', { name: 'Add note' });

test('an administrator sees the notes that the other adds, edits and deletes', async ({
  page,
  elsewhere,
}) => {
  await openApplication(page, 0);
  await openApplication(elsewhere, 1);
  await field(page).pressSequentially('Called the school.');
  await expectAccessibleView(page);
  await page.keyboard.press('Tab');
  await expect(addNote(page)).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(dialog(elsewhere).getByText('Called the school.')).toBeVisible();
  await expect(dialog(elsewhere).getByRole('button', { name: /your note/ })).toHaveCount(0);
  await expect(field(page)).toHaveValue('');
  await expect(field(page)).toBeFocused();

  await dialog(page)
    .getByRole('button', { name: /^Edit your note/ })
    .click();
  await dialog(page).getByLabel('Edit your note').fill('Called the school twice.');
  await expectAccessibleView(page);
  await dialog(page).getByRole('button', { name: 'Save', exact: true }).click();
  await expect(dialog(elsewhere).getByText('Called the school twice.')).toBeVisible();
  await expect(dialog(page).getByRole('button', { name: /^Edit your note/ })).toBeFocused();

  await dialog(page)
    .getByRole('button', { name: /^Delete your note/ })
    .click();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(toast(page)).toContainText('The note was deleted.');
  await expect(dialog(page).getByText('Called the school twice.')).toHaveCount(0);
});

test('a typed note survives a lost connection, closing the dialog and a reload', async ({
  page,
  context,
  watched,
}) => {
  await openApplication(page, 0);
  watched.expectConsoleError(
    /Failed to load resource|could not be (read|loaded)|The query .* failed/,
  );
  page.on('dialog', (leaving) => void leaving.accept());
  await context.setOffline(true);
  await field(page).fill('Written on a train.');
  await addNote(page).click();
  await expect(field(page)).toHaveAttribute('aria-invalid', 'true');
  await page.keyboard.press('Escape');
  await expect(dialog(page)).toHaveCount(0);
  await page
    .getByRole('button', { name: /^View .*’s application/ })
    .first()
    .click();
  await expect(field(page)).toHaveValue('Written on a train.');
  await context.setOffline(false);
  await page.reload();
  await expect(field(page)).toHaveValue('Written on a train.');
  await addNote(page).click();
  // The list may show the note before its response arrives. Only the response empties the field.
  await expect(field(page)).toHaveValue('');
  await page.reload();
  await expect(dialog(page).getByText('Written on a train.')).toBeVisible();
  await expect(field(page)).toHaveValue('');
});

test('the earlier application is linked, and a failed mail is sent again', async ({ page }) => {
  await openApplication(page, 0);
  await expect(dialog(page).getByText('Failed', { exact: true })).toBeVisible();
  await expectAccessibleView(page);
  await own.refuseMail(false);
  await dialog(page)
    .getByRole('button', { name: /^Send the email/ })
    .click();
  await expect(toast(page)).toContainText('The email will be sent again.');
  await expect(dialog(page).getByText('Failed', { exact: true })).toHaveCount(0);
  await expect(dialog(page).getByText('Sent', { exact: true })).toBeVisible({ timeout: 20_000 });

  const similar = dialog(page).getByRole('heading', { name: 'Similar applications' });
  await expect(similar).toBeVisible();
  await dialog(page).getByRole('link', { name: 'Nadia Okafor' }).click();
  await expect(page).toHaveURL(new RegExp(`application=${earlier}`));
  await expect(dialog(page).getByText('Pending → Rejected')).toBeVisible();
});
