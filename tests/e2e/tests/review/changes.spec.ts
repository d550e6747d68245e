// An administrator asks for changes, the applicant edits the answers, and the administrator compares and decides.
import type { Page } from '@playwright/test';
import {
  accessToken,
  call,
  confirmedApplicant,
  exampleAnswers,
  type Person,
  submit,
} from '../../support/applicants.js';
import {
  expect,
  expectAccessible,
  expectAccessibleView,
  test,
} from '../../support/journey-test.js';
import { firstLink, mailTo } from '../../support/mailbox.js';
import { administrator, stack } from '../../support/stack.js';
import { applicationOn as dialog, openAs, toast } from '../../support/steps.js';

const asking = (page: Page) => page.getByRole('dialog', { name: 'Ask for changes' });
const request = (page: Page) => page.getByRole('region', { name: 'Changes requested' });
const sent = (page: Page) => page.getByRole('region', { name: 'What you sent' });

/** Opens the application as an administrator. */
async function review(page: Page, id: string): Promise<void> {
  await openAs(page, administrator(), `/admin?application=${id}`);
  await expect(dialog(page)).toContainText('Hillsborough');
}

async function ask(page: Page, message: string, ...fields: string[]): Promise<void> {
  await dialog(page)
    .getByRole('button', { name: /^Ask for changes/ })
    .click();
  await asking(page).getByLabel('Message to the applicant').pressSequentially(message);
  for (const field of fields) await asking(page).getByLabel(field, { exact: true }).check();
}

const askThroughApi = async (id: string, fields: readonly string[]) =>
  call('POST', `/admin/applications/${id}/change-requests`, {
    token: await accessToken(administrator()),
    data: { message: 'Please check your city.', fields },
  });

const changeCity = async (teacher: Person, id: string, version: number, city: string) =>
  call('PUT', `/applications/${id}`, {
    token: await accessToken(teacher),
    headers: { 'If-Match': `"${version}"` },
    data: { ...exampleAnswers, school_district: 'Marked Valley', city },
  });

test('changes are asked for, made, compared while the dialog is open, and approved', async ({
  page,
  elsewhere,
}) => {
  const teacher = await confirmedApplicant();
  const id = await submit(await accessToken(teacher));

  await test.step('the administrator asks', async () => {
    await review(elsewhere, id);
    await ask(
      elsewhere,
      'Please add your years in Ohio,\nand send a photo.',
      'Teaching Experience',
      'City',
      'Profile Photo',
    );
    await expectAccessibleView(elsewhere);
    await asking(elsewhere).getByRole('button', { name: 'Send request' }).click();
    await expect(toast(elsewhere).last()).toContainText('will get an email with your request');
    const heading = dialog(elsewhere).getByRole('heading', { name: 'Changes requested' });
    await expect(heading).toBeFocused();
    await expect(dialog(elsewhere)).toContainText('Please add your years in Ohio,');
    await expectAccessibleView(elsewhere);
  });

  await test.step('the applicant gets a mail and finds the request', async () => {
    const mail = await mailTo(teacher.email, /Please update your/);
    expect(mail.text).toContain('Please add your years in Ohio,');
    expect(firstLink(mail)).toBe(`${stack().url}/apply#changes`);
    await openAs(page, teacher, '/apply');
    await expect(page.getByText('Pending Review')).toBeVisible();
    await expect(request(page)).toContainText('and send a photo.');
    await expect(request(page).getByRole('textbox')).toHaveCount(2);
    await expectAccessibleView(page);
  });

  await test.step('the changes survive a reload', async () => {
    await page.getByLabel('City').fill('New Tampa');
    await expect(request(page)).toContainText('Changed, not sent yet: City');
    await page.reload();
    await expect(page.getByLabel('City')).toHaveValue('New Tampa');
    await expect(request(page)).toContainText('Changed, not sent yet: City');
  });

  await test.step('the applicant sends the changes', async () => {
    const experience = page.getByLabel('Teaching Experience');
    await experience.fill(`${await experience.inputValue()} Three of them in Ohio.`);
    const buffer = await page.screenshot({ type: 'jpeg' });
    const photo = { name: 'me.jpg', mimeType: 'image/jpeg', buffer };
    await page.locator('input[type=file]').setInputFiles(photo);
    await expect(request(page)).toContainText('Uploaded');
    await expectAccessible(page);
    await request(page).getByRole('button', { name: 'Send changes' }).click();
    await expect(
      page.getByRole('status').filter({ hasText: 'Your changes were sent.' }),
    ).toBeFocused();
    await expect(page.locator('[aria-current=step]')).toContainText('Read by a person');
    await expect(sent(page)).toContainText('New Tampa');
    await expect(sent(page).getByRole('img', { name: 'The photo you sent' })).toBeVisible();
    await expect(request(page)).toHaveCount(0);
    await expectAccessibleView(page);
  });

  await test.step('the open dialog shows the difference', async () => {
    const changes = dialog(elsewhere).getByRole('region', { name: 'Changed answers' });
    await expect(changes.getByText('Three of them in Ohio.')).toBeVisible();
    await expect(changes.locator('ins', { hasText: 'New' })).toBeVisible();
    await expect(changes).toContainText('No photo');
    await expect(changes.getByRole('img', { name: 'Photo after the change' })).toBeVisible();
    const marks = dialog(elsewhere).getByText('Changed', { exact: true });
    await expect(marks).toHaveCount(2);
    const announced = elsewhere.getByText('The applicant changed the answers.');
    await expect(announced).toBeAttached();
    await expect(
      dialog(elsewhere).getByRole('heading', { name: 'Changes requested' }),
    ).toBeHidden();
    await expect(dialog(elsewhere).getByText('Answers changed')).toBeVisible();
    await expectAccessibleView(elsewhere);
  });

  await test.step('the administrator approves', async () => {
    await dialog(elsewhere)
      .getByRole('button', { name: /^Approve/ })
      .click();
    await expect(toast(elsewhere).last()).toContainText('Application approved successfully');
    await mailTo(teacher.email, /Welcome to the Educators Forum/);
  });
});

test('the list marks requests and changes, and a decision on answers that have changed shows the new ones', async ({
  page,
  watched,
}) => {
  watched.expectConsoleError(/412|ERR_FAILED|Failed to fetch/);
  const teacher = await confirmedApplicant();
  const id = await submit(await accessToken(teacher), { school_district: 'Marked Valley' });
  await openAs(page, administrator(), '/admin?q=Marked+Valley');
  const row = page.getByRole('row').nth(1);
  await expect(row).toContainText('Pending');
  await expect(row).not.toContainText('Changes');
  const height = () => row.evaluate(({ clientHeight }) => clientHeight);
  const before = await height();
  await askThroughApi(id, ['city']);
  await expect(row).toContainText('Changes requested');
  expect(await height()).toBe(before);
  await expectAccessibleView(page);
  await changeCity(teacher, id, 1, 'New Tampa');
  await expect(row).toContainText('Changes made');

  // Without live events, the row becomes stale.
  await page.route('**/api/admin/events', (route) => route.abort());
  await page.reload();
  await expect(row).toContainText('Changes made');
  await askThroughApi(id, ['city']);
  await changeCity(teacher, id, 2, 'Old Tampa');
  await page.getByRole('button', { name: /^Approve .*’s application/ }).click();
  await expect(toast(page)).toContainText('nothing was decided');
  await expect(dialog(page).locator('ins', { hasText: 'Old' })).toBeVisible();
  await dialog(page).getByRole('button', { name: 'Add a reason for the decision' }).click();
  const reason = dialog(page).getByLabel('Reason for the decision');
  await expect(reason).toBeFocused();
  await page.keyboard.type('Called the school.');

  await askThroughApi(id, ['city']);
  await changeCity(teacher, id, 3, 'Tampa');
  const approve = dialog(page).getByRole('button', { name: /^Approve/ });
  // On a phone, the buttons are below the answers.
  await page.setViewportSize({ width: 390, height: 844 });
  await approve.click();
  await expect(dialog(page).getByRole('heading', { name: 'Changed answers' })).toBeInViewport();
  await page.setViewportSize({ width: 1280, height: 800 });
  const refusal = dialog(page).getByRole('alert').filter({ hasText: 'nothing was decided' });
  await expect(refusal).toBeVisible();
  await expect(reason).toHaveValue('Called the school.');
  await expectAccessibleView(page);
  await approve.click();
  await expect(dialog(page)).toContainText('This application is approved.');
  await dialog(page).press('Escape');
  await expect(row).toContainText('Approved');
  await expect(row).not.toContainText('Changes');
});

test('a request that is taken back while the applicant types is explained, and the text stays', async ({
  page,
  elsewhere,
  watched,
}) => {
  watched.expectConsoleError(/409/);
  const teacher = await confirmedApplicant();
  const id = await submit(await accessToken(teacher));
  await askThroughApi(id, ['city']);
  await openAs(page, teacher, '/apply');
  await page.getByLabel('City').fill('New Tampa');

  await review(elsewhere, id);
  await dialog(elsewhere).getByRole('button', { name: 'Cancel request' }).click();
  await expectAccessible(elsewhere);
  await elsewhere.getByRole('button', { name: 'Cancel it' }).click();
  await expect(dialog(elsewhere).getByRole('button', { name: /^Ask for changes/ })).toBeVisible();

  await request(page).getByRole('button', { name: 'Send changes' }).click();
  await expect(
    page.getByText(/canceled the request for changes, so the changes below/),
  ).toBeVisible();
  await expect(page.getByText('New Tampa')).toBeVisible();
  await expect(sent(page)).not.toContainText('New Tampa');
  await expectAccessibleView(page);
});

test('changes survive a lost connection', async ({ page, watched }) => {
  watched.expectConsoleError(/ERR_FAILED|Failed to load|412/);
  const teacher = await confirmedApplicant();
  const id = await submit(await accessToken(teacher));
  await askThroughApi(id, ['city']);
  await openAs(page, teacher, '/apply');
  await page.getByLabel('City').fill('New Tampa');
  // The server stores the changes, and the response is lost.
  await page.route(`**/api/applications/${id}`, async (route) => {
    if (route.request().method() !== 'PUT') return route.continue();
    await route.fetch();
    return route.abort();
  });
  await request(page).getByRole('button', { name: 'Send changes' }).click();
  await expect(request(page).getByRole('alert')).toContainText('couldn’t reach the server');
  await expect(page.getByLabel('City')).toHaveValue('New Tampa');
  await page.unroute(`**/api/applications/${id}`);
  await request(page).getByRole('button', { name: 'Send changes' }).click();
  await expect(page.getByText('Your changes were sent.')).toBeVisible();
  await expect(sent(page)).toContainText('New Tampa');
});

test('a request refused because another administrator asked first is explained, and theirs is shown', async ({
  page,
  watched,
}) => {
  watched.expectConsoleError(/409/);
  const id = await submit(await accessToken(await confirmedApplicant()));
  await review(page, id);
  await ask(page, 'Mine.');
  await askThroughApi(id, ['city']);
  await asking(page).getByRole('button', { name: 'Send request' }).click();
  await expect(asking(page).getByRole('alert')).toContainText(
    'already has an open request for changes',
  );
  await expect(asking(page).getByLabel('Message to the applicant')).toHaveValue('Mine.');
  await expectAccessible(page);
  await asking(page).getByRole('button', { name: 'Close' }).first().click();
  await expect(dialog(page)).toContainText('Please check your city.');
});
