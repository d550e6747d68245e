// Steps shared by several journeys.
import { expect, type Locator, type Page } from '@playwright/test';
import {
  fieldOf,
  fieldsOf,
  type FieldName,
} from '../../../ui/src/content/membership/application-fields.js';
import { type Applicant, exampleAnswers, type Person } from './applicants.js';
import { storeSession } from './stored-session.js';

/** The notifications of the site. */
export function toast(page: Page): Locator {
  return page.getByRole('status', { name: 'Notifications' });
}

/** The open application: beside the list on a wide screen, a dialog on others. */
export function applicationOn(page: Page): Locator {
  const name = /’s application$/;
  return page.getByRole('dialog', { name }).or(page.getByRole('region', { name }));
}

/** A count above the review list: 'Total', 'Pending', 'Approved' or 'Rejected'. */
export function statusChoice(page: Page, status: string): Locator {
  return page.getByRole('radio', { name: new RegExp(`^${status} `) });
}

/** Presses a button twice before the page renders again. Returns how often that went back in the history. */
export async function timesBack(button: Locator): Promise<number> {
  return button.evaluate((it: HTMLButtonElement) => {
    let times = 0;
    const go = history.go.bind(history);
    history.go = (delta) => {
      times += 1;
      go(delta);
    };
    it.click();
    it.click();
    history.go = go;
    return times;
  });
}

export async function signUp(page: Page, person: Applicant): Promise<void> {
  await page.goto('/auth');
  await page.getByRole('tab', { name: 'Sign Up' }).click();
  await submitSignUp(page, person);
}

/** Submits the sign-up form of the open page. */
export async function submitSignUp(page: Page, person: Applicant): Promise<void> {
  const form = page.getByRole('tabpanel', { name: 'Sign Up' });
  await form.getByLabel('First Name').fill(person.firstName);
  await form.getByLabel('Last Name').fill(person.lastName);
  await form.getByLabel('Email').fill(person.email);
  await form.getByLabel('Password', { exact: true }).fill(person.password);
  await expect(form.getByText('Strong')).toBeVisible();
  await form.getByRole('button', { name: /sign up|create account/i }).click();
}

/** Signs in on the page and waits until that has finished. */
export async function startAs(page: Page, person: Person): Promise<void> {
  await signIn(page, person);
  const header = page.getByRole('banner').getByRole('button', { name: person.firstName });
  await expect(header.or(page.getByRole('dialog'))).toBeVisible();
}

/** Opens a page as a signed-in user, in journeys that are not about signing in. */
export async function openAs(page: Page, person: Person, path: string): Promise<void> {
  await storeSession(page, person);
  await page.goto(path);
}

export async function signIn(page: Page, person: Person): Promise<void> {
  await page.goto('/auth');
  await submitSignIn(page, person);
}

/** Submits the sign-in form of the open page. */
export async function submitSignIn(page: Page, person: Person): Promise<void> {
  const form = page.getByRole('tabpanel', { name: 'Sign In' });
  await form.getByLabel('Email').fill(person.email);
  await form.getByLabel('Password', { exact: true }).fill(person.password);
  await form.getByRole('button', { name: 'Sign In' }).click();
}

/** Confirms the address on the page that a mailed link opens. */
export async function confirm(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Confirm my email address' }).click();
  await page.waitForURL((url) => url.pathname === '/');
}

export async function signOut(page: Page, firstName: string | RegExp): Promise<void> {
  await page.getByRole('banner').getByRole('button', { name: firstName }).click();
  await page
    .getByRole('menuitem', { name: 'Sign Out' })
    .or(page.getByRole('button', { name: 'Sign Out' }))
    .click();
  await expect(page.getByRole('banner').getByRole('link', { name: 'Sign In' })).toBeVisible();
}

export const expectSignedIn = (page: Page) => expect(toast(page)).toContainText('Welcome back!');

/** Waits until the page that a link opens is drawn. Its address changes before. */
export async function expectPage(page: Page, address: string, heading: string): Promise<void> {
  await expect(page).toHaveURL(address);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading);
}

/** Submits an application whose three steps are filled in. */
export async function submitApplication(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Submit Application' }).click();
  await expect(page.getByRole('heading', { name: 'Application Received!' })).toBeVisible();
}

/** Types the three steps with real keys, without submitting. */
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

/** The keys for a day such as 2026-03-04 in a date field: 03042026. */
export const dayKeys = (day: string) => day.replace(/(\d{4})-(\d\d)-(\d\d)/, '$2$3$1');

async function answer(control: Locator, name: FieldName): Promise<void> {
  const example = exampleAnswers[name];
  const { kind } = fieldOf(name);
  if (typeof example !== 'string') {
    for (const entry of example) {
      await control.pressSequentially(entry);
      await control.press('Enter');
    }
  } else if (kind === 'choice') await control.selectOption(example);
  else if (kind === 'date') {
    await control.pressSequentially(dayKeys(example));
    await expect(control).toHaveValue(example);
  } else await control.pressSequentially(example);
}
