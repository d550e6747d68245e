// Steps shared by several journeys, with the labels of the screens.
import { randomUUID } from 'node:crypto';
import { expect, type Locator, type Page } from '@playwright/test';

export type Person = {
  readonly email: string;
  readonly password: string;
  readonly firstName: string;
};

export const people = {
  /** A new applicant. */
  applicant(): Person & { readonly lastName: string } {
    const email = `teacher-${randomUUID()}@school.example`;
    return { email, password: 'Copper-71-meadow', firstName: 'Nadia', lastName: 'Okafor' };
  },
};

/** The notifications of the site. */
export function toast(page: Page): Locator {
  return page.getByRole('status', { name: 'Notifications' });
}

export async function signUp(
  page: Page,
  person: Person & { readonly lastName: string },
): Promise<void> {
  await page.goto('/auth');
  await page.getByRole('tab', { name: 'Sign Up' }).click();
  const form = page.getByRole('tabpanel', { name: 'Sign Up' });
  await form.getByLabel('First Name').fill(person.firstName);
  await form.getByLabel('Last Name').fill(person.lastName);
  await form.getByLabel('Email').fill(person.email);
  await form.getByLabel('Password', { exact: true }).fill(person.password);
  await expect(form.getByText('Strong')).toBeVisible();
  await form.getByRole('button', { name: /sign up|create account/i }).click();
}

export async function signIn(page: Page, person: Person): Promise<void> {
  await page.goto('/auth');
  const form = page.getByRole('tabpanel', { name: 'Sign In' });
  await form.getByLabel('Email').fill(person.email);
  await form.getByLabel('Password', { exact: true }).fill(person.password);
  await form.getByRole('button', { name: 'Sign In' }).click();
}

/** Presses the button on the page of a mail's link and waits until the address is confirmed. */
export async function confirm(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Confirm my e-mail address' }).click();
  await page.waitForURL((url) => url.pathname === '/');
}

export async function signOut(page: Page, firstName: string): Promise<void> {
  await page.getByRole('banner').getByRole('button', { name: firstName }).click();
  await page
    .getByRole('menuitem', { name: 'Sign Out' })
    .or(page.getByRole('button', { name: 'Sign Out' }))
    .click();
  await expect(page.getByRole('banner').getByRole('link', { name: 'Sign In' })).toBeVisible();
}

/** Fills in the three steps without submitting. */
export async function fillApplication(
  page: Page,
  { checkEachStep = async () => {} }: { checkEachStep?: () => Promise<void> } = {},
): Promise<void> {
  const next = page.getByRole('button', { name: 'Next' });

  await expect(page.getByText('Step 1 of 3')).toBeVisible();
  await expect(next).toBeDisabled();
  await page
    .getByLabel('Teaching Experience')
    .fill('Twelve years in public schools.\nMostly fourth grade.');
  await page.getByLabel('Current Teaching Position').fill('Fourth-grade teacher');
  await page.getByLabel('School District').fill('Hillsborough County');
  const subject = page.getByLabel('Subjects Taught');
  await subject.fill('Science');
  await subject.press('Enter');
  await subject.fill('Mathematics');
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Remove Science' })).toBeVisible();
  await checkEachStep();
  await next.click();

  await expect(page.getByText('Step 2 of 3')).toBeVisible();
  await page.getByLabel('Date of Birth').fill('1984-02-29');
  await page.getByLabel('Address Line 1').fill('12 Orange Grove Road');
  await page.getByLabel('City').fill('Tampa');
  await page.getByLabel('State').fill('Florida');
  await page.getByLabel('ZIP Code').fill('33601');
  await page.getByLabel('Phone Number').fill('(813) 555-0142');
  await checkEachStep();
  await next.click();

  await expect(page.getByText('Step 3 of 3')).toBeVisible();
  await page.getByLabel('T-Shirt Size').selectOption('M');
  await checkEachStep();
}
