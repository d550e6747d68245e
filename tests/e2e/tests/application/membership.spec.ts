// The main journeys: sign up, confirm, sign in, apply, get approved, receive the mail.
import { newApplicant } from '../../support/applicants.js';
import { expect, expectAccessible, test } from '../../support/journey-test.js';
import { firstLink, mailsTo, mailTo } from '../../support/mailbox.js';
import { administrator, stack } from '../../support/stack.js';
import {
  applicationOn,
  confirm,
  expectSignedIn,
  fillApplication,
  signIn,
  signOut,
  signUp,
  submitApplication,
  submitSignUp,
  toast,
} from '../../support/steps.js';

test('a teacher signs up, confirms, applies, is approved and becomes a member', async ({
  page,
  watched,
}) => {
  const teacher = newApplicant();

  await test.step('signs up', async () => {
    await signUp(page, teacher);
    await expect(toast(page)).toContainText('Account created!');
    await expect(toast(page)).toContainText('Please check your email to verify your account.');
    const created = page.getByRole('tabpanel').getByRole('status');
    await expect(created.filter({ hasText: 'Please check your email' })).toBeFocused();
    await expectAccessible(page);
  });

  await test.step('cannot sign in before confirming', async () => {
    watched.expectConsoleError(/403/);
    await signIn(page, teacher);
    await expect(page.getByRole('alert')).toContainText(/not confirmed/i);
  });

  await test.step('confirms the address with the link in the mail', async () => {
    const link = firstLink(await mailTo(teacher.email, /confirm/i));
    expect(link).toContain(`${stack().url}/auth/confirm#token=`);
    await page.goto(link);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expectAccessible(page);
    await confirm(page);
    await expect(page).toHaveURL(`${stack().url}/`);
  });

  await test.step('signs in and is offered membership', async () => {
    await signIn(page, teacher);
    await expectSignedIn(page);
    await expect(toast(page)).toContainText('You have successfully signed in.');
    const dialog = page.getByRole('dialog', { name: 'Apply for Membership' });
    await expect(dialog).toBeVisible();
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Apply Now' }).click();
    await expect(page).toHaveURL(/\/apply/);
  });

  await test.step('applies in three steps', async () => {
    await fillApplication(page, { checkEachStep: () => expectAccessible(page) });
    await submitApplication(page);
    await expectAccessible(page);
    await mailTo(teacher.email, /received your Educators Forum application/);
  });

  await test.step('finds the application pending', async () => {
    await page.goto('/apply');
    await expect(
      page.getByRole('heading', { name: 'Application Already Submitted' }),
    ).toBeVisible();
    await expect(page.getByText('Pending Review').first()).toBeVisible();
    await expectAccessible(page);
    await signOut(page, teacher.firstName);
  });

  await test.step('an administrator approves', async () => {
    await signIn(page, administrator());
    await expect(page).toHaveURL(`${stack().url}/`);
    await page.goto('/admin');
    const row = page.getByRole('row').filter({ hasText: teacher.email });
    await expect(row).toContainText(/pending/i);
    await expectAccessible(page);
    await row.getByRole('button', { name: /^view/i }).click();
    await expect(applicationOn(page)).toContainText('Hillsborough');
    await expectAccessible(page);
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
    await expect(applicationOn(page)).toHaveCount(0);
    await page.goto('/apply');
    await expect(page).toHaveURL(`${stack().url}/`);
  });
});

test('the next-step lines lead from the first visit to the application', async ({ page }) => {
  const teacher = newApplicant();
  const main = page.getByRole('main');
  const step = page.getByRole('complementary', { name: 'Your next step' });

  await page.goto('/educators-forum/apply');
  await main.getByRole('link', { name: 'create an account' }).click();
  for (const [name, path] of Object.entries({
    'Privacy Policy': '/privacy',
    'Terms of Use': '/terms',
  }))
    await expect(main.getByRole('link', { name })).toHaveAttribute('href', path);
  await submitSignUp(page, teacher);
  await expect(main.getByRole('heading', { name: 'Check your email' })).toBeVisible();
  const link = firstLink(await mailTo(teacher.email, /confirm/i));

  await page.goto('/about');
  await expect(step.getByRole('link', { name: 'enter its code' })).toBeVisible();
  await page.goto(link);
  await main.getByRole('button', { name: 'Confirm my email address' }).click();
  const confirmed = main.getByText('Your address is confirmed. Sign in to start your application.');
  await expect(confirmed).toBeVisible();
  await expect(toast(page)).toBeEmpty();
  await main.getByRole('link', { name: 'Sign In', exact: true }).click();
  const form = page.getByRole('tabpanel', { name: 'Sign In' });
  await expect(form.getByLabel('Email')).toHaveValue(teacher.email);
  await expect(form.getByLabel('Password', { exact: true })).toBeFocused();
  await page.keyboard.type(teacher.password);
  await page.keyboard.press('Enter');
  await page.getByRole('dialog').getByRole('button', { name: 'Apply Later' }).click();
  await expect(confirmed).toHaveCount(0);

  await page.getByRole('button', { name: 'Apply to Join the Educators Forum' }).click();
  await page.getByRole('dialog').getByRole('link', { name: 'fill out your application' }).click();
  await fillApplication(page);
  await submitApplication(page);
  await page.getByRole('link', { name: 'Return Home' }).click();
  await expect(main.getByText(/Your application is under review/).first()).toBeVisible();
});
