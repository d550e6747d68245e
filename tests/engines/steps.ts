// Steps shared by several journeys.
import { fieldOf, fieldsOf } from '../../ui/src/content/membership/application-fields.js';
import { type Applicant, exampleAnswers, type Person } from '../e2e/support/applicants.js';
import { codeOf } from '../e2e/support/sign-in/authenticator-app.js';
import { administrator } from '../e2e/support/stack.js';
import { expect } from '@playwright/test';
import type { Page } from './page.js';
import {
  banner,
  button,
  dialog,
  heading,
  label,
  link,
  main,
  role,
  selector,
  text,
} from './targets.js';

export const signInPanel = role('tabpanel', 'Sign In');
export const signUpPanel = role('tabpanel', 'Sign Up');
export const signInButton = button('Sign In', signInPanel);
export const userMenu = ({ firstName }: Person) => button(firstName, banner);
export const signOutButton = button('Sign Out');

/** Types the address and the password with real keys, on /auth or where another page leads. */
export async function giveCredentials(
  page: Page,
  { email, password }: Person,
  at = '/auth',
): Promise<void> {
  await page.goto(at);
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
  await isHome(page, person);
}

/** Signs in a user who gets no membership prompt. */
export async function signInWithoutPrompt(page: Page, person: Person): Promise<void> {
  await giveCredentials(page, person);
  await isHome(page, person);
}

/** The home page is drawn after its address changes, and closes an open menu. */
async function isHome(page: Page, person: Person): Promise<void> {
  await page.isAt('/');
  await page.lacks(signInPanel);
  await isSignedIn(page, person);
}

/** Signs in as the administrator of this worker, and opens a tab of the dashboard. */
export async function openDesk(page: Page, tab: string): Promise<void> {
  await giveCredentials(
    page,
    administrator(0),
    `/auth?next=${encodeURIComponent(`/admin?tab=${tab}`)}`,
  );
  await page.shows(heading('Admin Dashboard'));
}

/** Marks the document once its event stream is open. */
function markLiveList(): void {
  const { fetch } = window;
  window.fetch = async (...given) => {
    const answer = await fetch(...given);
    if (answer.ok && answer.url.endsWith('/api/admin/events'))
      document.documentElement.setAttribute('data-live', '');
    return answer;
  };
}

/** Opens the applications on the dashboard, and waits until what others do arrives there. */
export async function openLiveDesk(
  page: Page,
  admin: Person,
  act: 'click' | 'press' = 'click',
): Promise<void> {
  await signInWithoutPrompt(page, admin);
  await page.call(markLiveList);
  await page[act](userMenu(admin));
  await page[act](link('Admin Dashboard'));
  await page.shows(heading('Admin Dashboard'));
  await page.says(main, /Showing 1–|No applications yet/);
  await page.holds('the list is live', () => document.documentElement.matches('[data-live]'));
}

export async function isSignedOut(page: Page): Promise<void> {
  await page.shows(link('Sign In', banner));
}

export async function isSignedIn(page: Page, person: Person): Promise<void> {
  await page.shows(userMenu(person));
}

/** Fills in the sign-up form, which has the focus in its last field afterwards. */
export async function fillSignUp(page: Page, person: Applicant): Promise<void> {
  await page.fill(label('First Name', signUpPanel), person.firstName);
  await page.fill(label('Last Name', signUpPanel), person.lastName);
  await page.fill(label('Email', signUpPanel), person.email);
  await page.focus(label('Password', signUpPanel));
  await page.type(person.password);
  await page.says(signUpPanel, /Strong/);
}

/** Sets up an authenticator app on /account. Returns its key; the current code is used up. */
export async function setUpApp(page: Page, act: 'click' | 'press' = 'click'): Promise<string> {
  const twoStep = role('region', 'Two-step sign-in');
  // The buttons move until the list is loaded.
  await page.says(twoStep, /Two-step sign-in is off/);
  await page[act](button('Set up an authenticator app'));
  const key = await page.textOf(selector('code', dialog));
  await page.isAccessible();
  await page.fill(label('Code from the app', dialog), codeOf(key, 0));
  await page[act](button('Turn it on', dialog));
  const codes = role('dialog', 'Your recovery codes');
  await page.shows(codes);
  expect(await page.count(role('listitem', undefined, codes))).toBe(10);
  await page.isAccessible();
  await page[act](button('I have saved them', codes));
  await page.says(twoStep, /10 recovery codes are left/);
  return key;
}

/** Fills in all fields of a step. */
export async function fillStep(page: Page, step: 1 | 2 | 3): Promise<void> {
  await page.says(selector('main'), new RegExp(`Step ${step} of 3`));
  for (const name of fieldsOf(step)) {
    const field = label(fieldOf(name).label);
    const answer = exampleAnswers[name];
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
