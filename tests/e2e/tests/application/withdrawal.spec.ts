// An applicant sees what they sent, withdraws it, applies again, and starts from the answers of a rejected application.
import type { Page } from '@playwright/test';
import {
  accessToken,
  call,
  confirmedApplicant,
  decide,
  exampleAnswers,
  submit,
} from '../../support/applicants.js';
import { expect, expectAccessible, test } from '../../support/journey-test.js';
import { mailTo } from '../../support/mailbox.js';
import { administrator } from '../../support/stack.js';
import { applicationOn, openAs, submitApplication } from '../../support/steps.js';

/** Uploads a photo. Resolves to its id. */
async function upload(token: string, photo: Buffer): Promise<string> {
  const data = new FormData();
  data.append('file', new Blob([new Uint8Array(photo)], { type: 'image/jpeg' }), 'me.jpg');
  const { id = '' } = await call('POST', '/headshots', { token, data });
  return id;
}

const pending = (page: Page) =>
  expect(page.getByRole('heading', { name: 'Application Already Submitted' })).toBeVisible();
const sent = (page: Page) => page.getByRole('region', { name: 'What you sent' });

async function withdraw(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Withdraw application' }).click();
  const dialog = page.getByRole('dialog', { name: 'Withdraw your application?' });
  await expect(dialog).toContainText('as a draft');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Withdraw it' }).click();
}

test('an applicant withdraws an application, applies again, and starts from the answers of a rejected one', async ({
  page,
  watched,
}) => {
  // A photo of a decided application cannot be deleted.
  watched.expectConsoleError(/409/);
  const teacher = await confirmedApplicant();
  const token = await accessToken(teacher);
  await page.goto('/');
  const headshotId = await upload(token, await page.screenshot({ type: 'jpeg' }));
  await submit(token, { headshot_id: headshotId } as Partial<typeof exampleAnswers>);

  await test.step('sees the answers and the photo', async () => {
    await openAs(page, teacher, '/apply');
    await pending(page);
    await expect(page.getByText('Pending Review')).toBeVisible();
    await expect(sent(page)).toContainText('Hillsborough');
    await expect(sent(page)).toContainText(teacher.email);
    await expect(sent(page).getByRole('img', { name: 'The photo you sent' })).toBeVisible();
    await expectAccessible(page);
  });

  await test.step('withdraws, and the form has the answers', async () => {
    await withdraw(page);
    await expect(page.getByText(/You withdrew your application/)).toBeVisible();
    await expect(page.getByText('Step 3 of 3')).toBeVisible();
    await expect(page.getByRole('img', { name: 'Preview of your photo' })).toBeVisible();
    await expectAccessible(page);
  });

  await test.step('applies again', async () => {
    await submitApplication(page);
    await page.goto('/apply');
    await pending(page);
    await expect(sent(page).getByRole('img', { name: 'The photo you sent' })).toBeVisible();
  });

  await test.step('is rejected', async () => {
    const { items } = await call<{ items: { id: string }[] }>('GET', '/applications/mine', {
      token,
    });
    await decide(await accessToken(administrator()), items[0]?.id ?? '', 'rejected');
    await mailTo(teacher.email, /About your Educators Forum application/);
  });

  await test.step('reads it on the home page', async () => {
    await page.goto('/');
    await expect(page.getByRole('main')).toContainText(
      /Your application of .+ wasn’t approved\. You may change your answers and apply again\./,
    );
  });

  await test.step('finds both dates on the account page', async () => {
    await page.goto('/account');
    const membership = page.getByRole('region', { name: 'Your membership' });
    await expect(membership).toContainText('Not a member');
    await expect(membership).toContainText(/Rejected on .+, submitted on .+/);
    await expectAccessible(page);
    await membership.getByRole('link', { name: 'Apply again' }).click();
  });

  await test.step('starts from the earlier answers', async () => {
    await expect(page.getByText(/wasn’t approved/)).toBeVisible();
    await expect(page.getByLabel('School District')).toHaveValue('Hillsborough');
    await page.goto('/apply?step=3');
    await expect(page.getByRole('img', { name: 'Preview of your photo' })).toBeVisible();
    await page.goto('/apply');
    await page.getByRole('button', { name: 'Start with an empty form' }).click();
    await expect(page.getByLabel('School District')).toHaveValue('');
  });
});

test('an administrator with the dialog open sees that the application is withdrawn', async ({
  page,
  elsewhere,
  watched,
}) => {
  watched.expectConsoleError(/404|There is nothing here/);
  const teacher = await confirmedApplicant();
  await submit(await accessToken(teacher));
  await openAs(elsewhere, administrator(), '/admin');
  const row = elsewhere.getByRole('row').filter({ hasText: teacher.email });
  await row.getByRole('button', { name: /^view/i }).click();
  const dialog = applicationOn(elsewhere);
  await expect(dialog).toContainText('Hillsborough');

  await openAs(page, teacher, '/apply');
  await withdraw(page);
  await expect(page.getByText('Step 3 of 3')).toBeVisible();
  await expect(dialog).toContainText('The applicant has withdrawn this application');
  await expect(dialog.getByRole('button', { name: /^approve/i })).toHaveCount(0);
  await expectAccessible(elsewhere);
});

test('a withdrawal in a tab whose session has ended asks to sign in, and nothing is withdrawn', async ({
  page,
  watched,
}) => {
  watched.expectConsoleError(/401|has ended/);
  const teacher = await confirmedApplicant();
  const token = await accessToken(teacher);
  const id = await submit(token);
  await openAs(page, teacher, '/apply');
  // All requests of the page have been answered.
  await expect(sent(page)).toContainText('Hillsborough');
  await call('DELETE', '/auth/sessions?scope=others', { token });
  await withdraw(page);
  await expect(page).toHaveURL(/\/auth/);
  await call('GET', `/applications/${id}`, { token });
});
