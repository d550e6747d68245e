// From sign-up to Sign Out, and the page shown by Back afterwards.
import { confirmedApplicant, newApplicant } from '../../e2e/support/applicants.js';
import { firstLink, mailTo } from '../../e2e/support/mailbox.js';
import { pressLikeSafari } from '../in-page.js';
import { expect, phone, test } from '../journey-test.js';
import {
  fillSignUp,
  isSignedIn,
  isSignedOut,
  signIn,
  signOutButton,
  signUpPanel,
  userMenu,
} from '../steps.js';
import { button, main, role, selector } from '../targets.js';

test('sign-up, confirmation and sign-in work on a phone', async ({ open }) => {
  const person = newApplicant();
  const page = await open(phone);
  await page.goto('/auth');
  await page.click(role('tab', 'Sign Up'));
  await fillSignUp(page, person);
  await page.isAccessible();
  await page.click(button('Sign Up', signUpPanel));
  await page.says(main, /Check your email/);
  await page.isAccessible();
  await page.goto(firstLink(await mailTo(person.email, /confirm/i)));
  await page.isAccessible();
  await page.click(button('Confirm my email address'));
  await page.says(selector('body'), /confirmed/i);
  // Only a wide window has the user menu in the header.
  const elsewhere = await open();
  await signIn(elsewhere, person);
});

test('the user menu closes on a press outside it, and signs out', async ({ open }) => {
  const person = await confirmedApplicant();
  const page = await open();
  await signIn(page, person);
  await page.goto('/account');
  await page.says(main, new RegExp(person.email));
  await page.isAccessible();
  await page.call(pressLikeSafari);
  await page.click(userMenu(person));
  await page.shows(signOutButton);
  await page.isAccessible();
  await page.clickAt(300, 700);
  await page.lacks(signOutButton);
  await isSignedIn(page, person);
  await page.focus(userMenu(person));
  await page.key('Enter');
  await page.click(signOutButton);
  await isSignedOut(page);
  expect(await page.call(() => JSON.stringify(localStorage))).not.toContain('accessToken');
});

/** Whether the document or a field contains these words. */
const contains = (words: string) =>
  document.documentElement.outerHTML.includes(words) ||
  [...document.querySelectorAll('input')].some(({ value }) => value.includes(words));

/** Records whether the first frame of a restored document shows the words. */
function recordRestoredFrame(words: string): void {
  addEventListener('pageshow', () => {
    const note = (what: string) => document.documentElement.setAttribute('data-returned', what);
    note('');
    requestAnimationFrame(() => note(document.body.innerText.includes(words) ? 'shown' : 'hidden'));
  });
}

test('Back after signing out shows nothing of the account', async ({ open, expectProblem }) => {
  // Firefox requests an icon that the policy of the API pages forbids.
  expectProblem(/favicon\.ico/);
  // Requests of the restored page.
  expectProblem(/401|could not be (loaded|refreshed)|The query .* failed/);
  const person = await confirmedApplicant();
  const page = await open();
  await signIn(page, person);
  await page.goto('/account');
  await page.says(main, new RegExp(person.email));
  await page.call(recordRestoredFrame, person.email);
  // The browser may keep the previous document in its back-forward cache.
  await page.goto('/api/docs');
  const other = await page.newTab();
  await other.goto('/');
  await other.click(userMenu(person));
  await other.click(signOutButton);
  await isSignedOut(other);
  await page.toFront();
  await page.back();
  await isSignedOut(page);
  expect(await page.call(contains, person.email)).toBe(false);
  // Without the attribute the document is new and never had the address.
  await page.holds('the first frame hides the address', () =>
    document.documentElement.matches(':not([data-returned]), [data-returned=hidden]'),
  );
});
