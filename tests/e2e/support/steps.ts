// Steps shared by several journeys.
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { expect, type Locator, type Page } from '@playwright/test';
import { firstLink, mailTo } from './mailbox.js';
import {
  fieldNames,
  fieldOf,
  fieldsOf,
  type FieldName,
} from '../../../ui/src/content/membership/application-fields.js';

const document = JSON.parse(
  readFileSync(new URL('../../../openapi.json', import.meta.url), 'utf8'),
);
const form: { example: Record<FieldName, string | string[]> } =
  document.paths['/applications'].post.requestBody.content['application/json'];

/** Answers for all fields of the application. */
export const exampleAnswers = Object.fromEntries(
  fieldNames.map((name) => [name, form.example[name]]),
);

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

/** A count above the review list: 'Total', 'Pending', 'Approved' or 'Rejected'. */
export function statusChoice(page: Page, status: string): Locator {
  return page.getByRole('radio', { name: new RegExp(`^${status} `) });
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

/** Creates an applicant with a confirmed address through the API. */
export async function confirmedApplicant(page: Page): Promise<Person> {
  const { email, password, firstName, lastName } = people.applicant();
  const names = { first_name: firstName, last_name: lastName };
  await page.request.post('/api/auth/signup', { data: { email, password, ...names } });
  const token = new URL(firstLink(await mailTo(email, /confirm/i))).hash.replace('#token=', '');
  const answer = await page.request.post('/api/auth/verifications', { data: { token } });
  expect(answer.status()).toBe(200);
  return { email, password, firstName };
}

/** Signs in on the page and waits until that has finished. */
export async function startAs(page: Page, person: Person): Promise<void> {
  await signIn(page, person);
  const header = page.getByRole('banner').getByRole('button', { name: person.firstName });
  await expect(header.or(page.getByRole('dialog'))).toBeVisible();
}

export async function signIn(page: Page, person: Person): Promise<void> {
  await page.goto('/auth');
  const form = page.getByRole('tabpanel', { name: 'Sign In' });
  await form.getByLabel('Email').fill(person.email);
  await form.getByLabel('Password', { exact: true }).fill(person.password);
  await form.getByRole('button', { name: 'Sign In' }).click();
}

/** Confirms on the page that a mail's link opened. */
export async function confirm(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Confirm my email address' }).click();
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

export const expectSignedIn = (page: Page) => expect(toast(page)).toContainText('Welcome back!');

/** Submits an application whose three steps are filled in. */
export async function submitApplication(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Submit Application' }).click();
  await expect(page.getByRole('heading', { name: 'Application Received!' })).toBeVisible();
}

/** Fills in the three steps without submitting. */
export async function fillApplication(
  page: Page,
  { checkEachStep = async () => {} }: { checkEachStep?: () => Promise<void> } = {},
): Promise<void> {
  for (const step of [1, 2, 3] as const) {
    await expect(page.getByText(`Step ${step} of 3`)).toBeVisible();
    const next = page.getByRole('button', { name: 'Next' });
    if (step < 3) await expect(next).toBeDisabled();
    for (const name of fieldsOf(step)) await answer(page.getByLabel(fieldOf(name).label), name);
    await checkEachStep();
    if (step < 3) await next.click();
  }
}

async function answer(control: Locator, name: FieldName): Promise<void> {
  const example = form.example[name];
  if (typeof example !== 'string') {
    for (const entry of example) {
      await control.fill(entry);
      await control.press('Enter');
    }
  } else if (fieldOf(name).kind === 'choice') await control.selectOption(example);
  else await control.fill(example);
}
