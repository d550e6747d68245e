// Steps shared by several journeys.
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { firstLink, mailTo } from '../e2e/support/mailbox.js';
import { stack } from '../e2e/support/stack.js';
import {
  fieldOf,
  fieldsOf,
  type FieldName,
} from '../../ui/src/content/membership/application-fields.js';
import type { Page } from './page.js';
import { banner, button, label, link, role, selector, text } from './targets.js';

export type Person = {
  readonly email: string;
  readonly password: string;
  readonly firstName: string;
};

export const newPerson = (): Person => ({
  email: `teacher-${randomUUID()}@school.example`,
  password: 'Copper-71-meadow',
  firstName: 'Nadia',
});

const read = (path: string) => JSON.parse(readFileSync(new URL(path, import.meta.url), 'utf8'));
/** Answers for all fields of the application. */
const example: Record<FieldName, string | string[]> & { headshot_id?: string } =
  read('../../openapi.json').paths['/applications'].post.requestBody.content['application/json']
    .example;
// The example photo does not exist.
delete example.headshot_id;

async function api(path: string, data: object, token = ''): Promise<Record<string, string>> {
  const answer = await fetch(`${stack().url}/api${path}`, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      ...(token && { Authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify(data),
  });
  const body = await answer.text();
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${body}`);
  return (body === '' ? {} : JSON.parse(body)) as Record<string, string>;
}

/** Creates an applicant with a confirmed address through the API. */
export async function confirmedPerson(): Promise<Person> {
  const person = newPerson();
  const { email, password, firstName } = person;
  await api('/auth/signup', { email, password, first_name: firstName, last_name: 'Okafor' });
  const token = new URL(firstLink(await mailTo(email, /confirm/i))).hash.replace('#token=', '');
  await api('/auth/verifications', { token });
  return person;
}

/** Creates an applicant with an application through the API. */
export async function applied(): Promise<Person> {
  const person = await confirmedPerson();
  const { email, password } = person;
  const { access_token: token } = await api('/auth/sessions', { email, password });
  await api('/applications', example, token);
  return person;
}

export const signInPanel = role('tabpanel', 'Sign In');
export const signInButton = button('Sign In', signInPanel);
export const userMenu = ({ firstName }: Person) => button(firstName, banner);
export const signOutButton = button('Sign Out');

/** Types the address and the password with real keys. */
export async function giveCredentials(page: Page, { email, password }: Person): Promise<void> {
  await page.goto('/auth');
  await page.fill(label('Email', signInPanel), email);
  await page.focus(label('Password', signInPanel));
  await page.type(password);
  await page.key('Enter');
}

export async function signInToApply(page: Page, person: Person): Promise<void> {
  await giveCredentials(page, person);
  await page.click(button('Apply Now'));
  await page.isAt('/apply');
}

/** Signs in a user who has not applied and gets the membership prompt. */
export async function signIn(page: Page, person: Person): Promise<void> {
  await giveCredentials(page, person);
  await page.click(button('Apply Later'));
  await page.isAt('/');
  await isSignedIn(page, person);
}

/** Signs in a user who gets no membership prompt. */
export async function signInWithoutPrompt(page: Page, person: Person): Promise<void> {
  await giveCredentials(page, person);
  await page.isAt('/');
  await isSignedIn(page, person);
}

export async function isSignedOut(page: Page): Promise<void> {
  await page.shows(link('Sign In', banner));
}

export async function isSignedIn(page: Page, person: Person): Promise<void> {
  await page.shows(userMenu(person));
}

/** Fills in all fields of a step. */
export async function fillStep(page: Page, step: 1 | 2 | 3): Promise<void> {
  await page.says(selector('main'), new RegExp(`Step ${step} of 3`));
  for (const name of fieldsOf(step)) {
    const field = label(fieldOf(name).label);
    const answer = example[name];
    if (typeof answer === 'string') await page.fill(field, answer);
    else
      for (const entry of answer) {
        await page.fill(field, entry);
        await page.focus(field);
        await page.key('Enter');
        await page.shows(text(entry));
      }
  }
}

export const next = button('Next');
