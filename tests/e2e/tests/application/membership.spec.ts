// The main journey, end to end: sign up, confirm the address, sign in, apply, be approved, get the mail.
import { expect, expectNoBarriers, test } from '../../support/journey-test.js';
import { firstLink, mailsTo, mailTo } from '../../support/mailbox.js';
import {
  confirm,
  fillApplication,
  people,
  signIn,
  signOut,
  signUp,
  toast,
} from '../../support/steps.js';
import { administrator, stack } from '../../support/stack.js';

test('a teacher signs up, confirms, applies, is approved and becomes a member', async ({
  page,
  watched,
}) => {
  const teacher = people.applicant();

  await test.step('signs up', async () => {
    await signUp(page, teacher);
    await expect(toast(page)).toContainText('Account created!');
    await expect(toast(page)).toContainText('Please check your email to verify your account.');
    const standing = page
      .getByRole('tabpanel')
      .getByText('Please check your email to verify your account.');
    await expect(standing).toBeVisible();
    await expectNoBarriers(page);
  });

  await test.step('cannot sign in before confirming', async () => {
    watched.expectConsoleError(/403/);
    await signIn(page, teacher);
    await expect(page.getByRole('alert')).toContainText(/not confirmed/i);
  });

  await test.step('confirms the address from the mail, by pressing the button', async () => {
    const link = firstLink(await mailTo(teacher.email, /confirm/i));
    expect(link).toContain(`${stack().url}/auth/confirm#token=`);
    await page.goto(link);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expectNoBarriers(page);
    await confirm(page);
    await expect(page).toHaveURL(`${stack().url}/`);
  });

  await test.step('signs in and is offered membership', async () => {
    await signIn(page, teacher);
    await expect(toast(page)).toContainText('Welcome back!');
    await expect(toast(page)).toContainText('You have successfully signed in.');
    const dialog = page.getByRole('dialog', { name: 'Apply for Membership' });
    await expect(dialog).toBeVisible();
    await expectNoBarriers(page);
    await dialog.getByRole('button', { name: 'Apply Now' }).click();
    await expect(page).toHaveURL(/\/apply/);
  });

  await test.step('applies in three steps', async () => {
    await fillApplication(page, { checkEachStep: () => expectNoBarriers(page) });
    await page.getByRole('button', { name: 'Submit Application' }).click();
    await expect(page.getByRole('heading', { name: 'Application Received!' })).toBeVisible();
    await expectNoBarriers(page);
    await mailTo(teacher.email, /received your Educators Forum application/);
  });

  await test.step('finds the application pending on returning', async () => {
    await page.goto('/apply');
    await expect(
      page.getByRole('heading', { name: 'Application Already Submitted' }),
    ).toBeVisible();
    await expect(page.getByText('Pending Review').first()).toBeVisible();
    await expectNoBarriers(page);
    await signOut(page, teacher.firstName);
  });

  await test.step('an administrator approves', async () => {
    await signIn(page, administrator());
    await expect(page).toHaveURL(`${stack().url}/`);
    await page.goto('/admin');
    const row = page.getByRole('row').filter({ hasText: teacher.email });
    await expect(row).toContainText(/pending/i);
    await expectNoBarriers(page);
    await row
      .getByRole('button', { name: /^view/i })
      .or(row.getByRole('link', { name: /^view/i }))
      .click();
    await expect(page.getByRole('dialog')).toContainText('Hillsborough');
    await expectNoBarriers(page);
    await page.keyboard.press('Escape');
    await row.getByRole('button', { name: /^approve/i }).click();
    await expect(toast(page)).toContainText('Application approved successfully');
    await expect(row).toContainText(/approved/i);
    await signOut(page, administrator().firstName);
  });

  await test.step('the teacher gets the mail and is a member', async () => {
    await mailTo(teacher.email, /Welcome to the Educators Forum/);
    expect(await mailsTo(teacher.email)).toHaveLength(3);
    await signIn(page, teacher);
    await expect(page).toHaveURL(`${stack().url}/`);
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await page.goto('/apply');
    await expect(page).toHaveURL(`${stack().url}/`);
  });
});

test('a rejected teacher gets a mail and may apply again', async ({ page }) => {
  const teacher = people.applicant();
  await signUp(page, teacher);
  await page.goto(firstLink(await mailTo(teacher.email, /confirm/i)));
  await confirm(page);
  await signIn(page, teacher);
  await page.getByRole('button', { name: 'Apply Now' }).click();
  await fillApplication(page);
  await page.getByRole('button', { name: 'Submit Application' }).click();
  await expect(page.getByRole('heading', { name: 'Application Received!' })).toBeVisible();
  await signOut(page, teacher.firstName);

  await signIn(page, administrator());
  await expect(page).toHaveURL(`${stack().url}/`);
  await page.goto('/admin');
  const row = page.getByRole('row').filter({ hasText: teacher.email });
  await row.getByRole('button', { name: /^reject/i }).click();
  await expect(toast(page)).toContainText('Application rejected successfully');
  await signOut(page, administrator().firstName);

  await mailTo(teacher.email, /About your Educators Forum application/);
  await signIn(page, teacher);
  await page.getByRole('button', { name: 'Apply Now' }).click();
  await expect(page.getByText('Step 1 of 3')).toBeVisible();
});
