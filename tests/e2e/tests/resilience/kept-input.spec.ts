// Input survives until the user submits or removes it.
import { confirmedApplicant } from '../../support/applicants.js';
import { expect, test } from '../../support/journey-test.js';
import { openAs, timesBack, toast } from '../../support/steps.js';

test('switching tabs on /auth keeps all fields', async ({ page }) => {
  await page.goto('/auth');
  const panel = (name: string) => page.getByRole('tabpanel', { name });
  const open = (name: string) => page.getByRole('tab', { name }).click();
  await panel('Sign In').getByLabel('Email').fill('ada@school.example');
  await panel('Sign In').getByLabel('Password', { exact: true }).fill('Copper-71');
  await open('Sign Up');
  await panel('Sign Up').getByLabel('First Name').fill('Ada');
  await panel('Sign Up').getByLabel('Email').fill('lovelace@school.example');
  await open('Sign In');
  await expect(panel('Sign In').getByLabel('Email')).toHaveValue('ada@school.example');
  await expect(panel('Sign In').getByLabel('Password', { exact: true })).toHaveValue('Copper-71');
  await open('Sign Up');
  await expect(panel('Sign Up').getByLabel('First Name')).toHaveValue('Ada');
  await expect(panel('Sign Up').getByLabel('Email')).toHaveValue('lovelace@school.example');
});

test('input typed into the contact form during Sending... is kept', async ({ page }) => {
  await page.clock.install();
  await page.goto('/contact');
  const field = (name: string) => page.getByRole('main').getByLabel(name, { exact: true });
  await field('Full Name').pressSequentially('Ada Lovelace');
  await field('Email Address').pressSequentially('ada@school.example');
  await field('Phone Number').pressSequentially('(813) 555-0199 ext. 4');
  await field('Subject').selectOption('press-speaking');
  await field('Message').pressSequentially('May we quote your report?');
  await page.clock.pauseAt(Date.now() + 3_600_000);
  await page.locator('form button[type="submit"]').first().click();
  await field('Message').fill('And one more question');
  await page.clock.runFor(1_000);
  await expect(toast(page)).toContainText('Message Sent Successfully');
  await expect(field('Message')).toHaveValue('And one more question');
  await expect(field('Full Name')).toHaveValue('');
});

test('a typed subject is added by Forward, and a duplicate does not block Next', async ({
  page,
}) => {
  await openAs(page, await confirmedApplicant(), '/apply');
  await page.getByLabel('Teaching Experience').fill('Twenty years');
  await page.getByLabel('Current Teaching Position').fill('Teacher');
  await page.getByLabel('School District').fill('Hillsborough');
  const box = page.getByLabel('Subjects Taught');
  const chips = page.getByRole('list', { name: 'Subjects added' });
  const next = page.getByRole('button', { name: 'Next' });
  await box.fill('Chemistry');
  await box.press('Enter');
  await box.fill('Chemistry');
  await next.click();
  await expect(page.getByText('Step 2 of 3')).toBeVisible();
  await page.goBack();
  await expect(box).toHaveValue('');
  await expect(chips.getByRole('listitem')).toHaveText(['Chemistry']);

  await box.fill('Physics');
  await page.goForward();
  await expect(page.getByText('Step 2 of 3')).toBeVisible();
  await page.getByRole('button', { name: 'Previous' }).click();
  await expect(chips.getByRole('listitem')).toHaveText(['Chemistry', 'Physics']);
  await expect(box).toHaveValue('');

  // One click is enough: leaving the box does not move the button.
  await box.fill('Music');
  await next.click();
  await expect(page.getByText('Step 2 of 3')).toBeVisible();
  await page.getByRole('button', { name: 'Previous' }).click();
  await expect(chips.getByRole('listitem')).toHaveText(['Chemistry', 'Physics', 'Music']);
});

test('a double press on Previous goes back once', async ({ page }) => {
  await openAs(page, await confirmedApplicant(), '/about');
  await page.goto('/apply');
  await page.getByLabel('Teaching Experience').fill('Twenty years');
  await page.getByLabel('Current Teaching Position').fill('Teacher');
  await page.getByLabel('School District').fill('Hillsborough');
  page.on('dialog', (dialog) => void dialog.accept());
  await page.getByRole('button', { name: 'Next' }).click();
  await expect(page.getByText('Step 2 of 3')).toBeVisible();
  expect(await timesBack(page.getByRole('button', { name: 'Previous' }))).toBe(1);
  await expect(page.getByText('Step 1 of 3')).toBeVisible();
  await expect(page).toHaveURL('/apply');
});
