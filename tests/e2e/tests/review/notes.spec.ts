// Two administrators review one application: notes, viewers, an earlier application, and a mail that failed.
import type { Page } from '@playwright/test';
import { accessToken, confirmedApplicant, submit } from '../../support/applicants.js';
import { mailsAbout } from '../../support/mailbox.js';
import {
  expect,
  expectAccessible,
  expectAccessibleView,
  test,
} from '../../support/journey-test.js';
import { launch, type Running, stack, useStack } from '../../support/stack.js';
import { openAs, toast } from '../../support/steps.js';

test.describe.configure({ mode: 'serial', timeout: 120_000 });

let own: Running;
let back: () => void;
let applicant: Awaited<ReturnType<typeof confirmedApplicant>>;
let earlier: string;
let id: string;

test.beforeAll(async ({ playwright }) => {
  own = await launch(2);
  back = useStack(own);
  applicant = await confirmedApplicant();
  const token = await accessToken(applicant);
  earlier = await submit(token);
  const request = await playwright.request.newContext({ baseURL: own.url });
  const rejected = await request.post(`/api/admin/applications/${earlier}/decision`, {
    headers: { Authorization: `Bearer ${await accessToken(director(0))}` },
    data: { decision: 'rejected' },
  });
  expect(rejected.status()).toBe(200);
  await request.dispose();
  // Both mails have left before the mail server refuses the next one.
  await mailsAbout(applicant.email, /application/i, 2);
  await own.refuseMail(true);
  id = await submit(token);
});
test.afterAll(async () => {
  back();
  await own.end();
});

function director(index: number) {
  const one = own.admins[index];
  if (one === undefined) throw new Error('no administrator');
  return one;
}

const dialog = (page: Page) => page.getByRole('dialog').first();
const field = (page: Page) => dialog(page).getByLabel('Add a note');
const openApplication = async (page: Page, index: number) => {
  await openAs(page, director(index), `/admin?application=${id}`);
  await expect(field(page)).toBeVisible();
};

test('two administrators see each other and the notes that the other types', async ({
  page,
  elsewhere,
}) => {
  await openApplication(page, 0);
  await openApplication(elsewhere, 1);
  await expect(dialog(elsewhere).getByText('Also viewing: Dana Reyes')).toBeVisible();
  await expect(dialog(page).getByText('Also viewing: Dana Reyes')).toBeVisible({
    timeout: 15_000,
  });

  await field(page).pressSequentially('Called the school.');
  await expect(dialog(page).getByText('Saved', { exact: true })).toBeVisible();
  await expect(dialog(elsewhere).getByText('Called the school.')).toBeVisible();
  await field(page).fill('Called the school twice.');
  await expect(dialog(elsewhere).getByText('Called the school twice.')).toBeVisible();
  await expect(dialog(elsewhere).getByRole('button', { name: /your note/ })).toHaveCount(0);
  await expectAccessibleView(page);
  await dialog(page).getByRole('button', { name: 'Done' }).click();
  await expect(field(page)).toHaveValue('');
  await expect(field(page)).toBeFocused();

  // Leaving saves at once.
  await field(elsewhere).fill('I agree.');
  await elsewhere.keyboard.press('Escape');
  await expect(dialog(elsewhere)).toHaveCount(0);
  await expect(dialog(page).getByText('I agree.')).toBeVisible();
  await expect(dialog(page).getByText('Also viewing')).toHaveCount(0, { timeout: 15_000 });

  await dialog(page)
    .getByRole('button', { name: /^Delete your note/ })
    .click();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(toast(page)).toContainText('The note was deleted.');
  await expect(dialog(page).getByText('Called the school twice.')).toHaveCount(0);
});

test('a note that is typed without a connection is saved when it returns', async ({
  page,
  context,
  watched,
}) => {
  await openApplication(page, 0);
  watched.expectConsoleError(
    /Failed to load resource|could not be (read|loaded)|The query .* failed/,
  );
  await context.setOffline(true);
  await field(page).fill('Written on a train.');
  await expect(dialog(page).getByText('Not saved, retrying…').first()).toBeVisible();
  await page.keyboard.press('Escape');
  await page
    .getByRole('button', { name: /^View .*’s application/ })
    .first()
    .click();
  await expect(field(page)).toHaveValue('Written on a train.');
  await context.setOffline(false);
  await expect(dialog(page).getByText('Saved', { exact: true })).toBeVisible({ timeout: 40_000 });
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
  expect(stack().url).toBe(own.url);
});
