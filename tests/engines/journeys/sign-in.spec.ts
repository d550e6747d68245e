// The second factor, and one session in two tabs.
import { confirmedApplicant } from '../../e2e/support/applicants.js';
import { codeOf } from '../../e2e/support/sign-in/authenticator-app.js';
import { expect, test } from '../journey-test.js';
import {
  giveCredentials,
  isSignedIn,
  isSignedOut,
  signIn,
  signInButton,
  signInPanel,
  signOutButton,
  userMenu,
} from '../steps.js';
import { button, dialog, label, role, selector, toasts } from '../targets.js';

const twoStep = role('region', 'Two-step sign-in');

test('a second factor is required at the next sign-in', async ({ open }) => {
  const person = await confirmedApplicant();
  const page = await open();
  await signIn(page, person);
  await page.goto('/account');
  // The buttons move until the list is loaded.
  await page.says(twoStep, /Two-step sign-in is off/);
  await page.click(button('Set up an authenticator app'));
  const key = await page.textOf(selector('code', dialog));
  await page.isAccessible();
  await page.fill(label('Code from the app', dialog), codeOf(key, 0));
  await page.click(button('Turn it on', dialog));
  const codes = role('dialog', 'Your recovery codes');
  await page.shows(codes);
  expect(await page.count(role('listitem', undefined, codes))).toBe(10);
  await page.isAccessible();
  await page.click(button('I have saved them', codes));
  await page.says(twoStep, /10 recovery codes are left/);

  const elsewhere = await open();
  await giveCredentials(elsewhere, person);
  const field = label('Code from the app', signInPanel);
  await elsewhere.hasFocus(field);
  await elsewhere.isAccessible();
  await elsewhere.type(codeOf(key, 1));
  await elsewhere.click(signInButton);
  await elsewhere.says(toasts, /Welcome back!/);
});

test('a sign-in and a sign-out reach the other tab', async ({ open, expectProblem }) => {
  expectProblem(/401/);
  const person = await confirmedApplicant();
  const page = await open();
  await page.goto('/');
  await isSignedOut(page);
  const other = await page.newTab();
  await signIn(other, person);
  await isSignedIn(page, person);
  await page.toFront();
  await page.click(userMenu(person));
  await page.click(signOutButton);
  await isSignedOut(page);
  await isSignedOut(other);
});
