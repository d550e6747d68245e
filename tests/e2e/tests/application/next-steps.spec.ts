// From the first visit to 'Application Received!' by following the next step that each page offers.
import { newApplicant } from '../../support/applicants.js';
import { expect, test } from '../../support/journey-test.js';
import { firstLink, mailTo } from '../../support/mailbox.js';
import { fillApplication, submitApplication, submitSignUp, toast } from '../../support/steps.js';

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
