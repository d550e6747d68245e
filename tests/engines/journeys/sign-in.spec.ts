// The second factor, and one session in two tabs.
import { confirmedApplicant } from '../../e2e/support/applicants.js';
import { codeOf } from '../../e2e/support/sign-in/authenticator-app.js';
import { test } from '../journey-test.js';
import {
  giveCredentials,
  isSignedIn,
  isSignedOut,
  setUpApp,
  signIn,
  signInButton,
  signInPanel,
  signOutButton,
  userMenu,
} from '../steps.js';
import { label, toasts } from '../targets.js';

test('a second factor is required at the next sign-in', async ({ open }) => {
  const person = await confirmedApplicant();
  const page = await open();
  await signIn(page, person);
  await page.goto('/account');
  const key = await setUpApp(page);

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
