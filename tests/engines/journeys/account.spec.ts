// From signing up to signing out: the mail, the user menu, the account page, and what is left afterwards.
import { firstLink, mailTo } from '../../e2e/support/mailbox.js';
import { pressLikeSafari } from '../in-page.js';
import { expect, phone, test } from '../journey-test.js';
import {
  confirmedPerson,
  isSignedIn,
  isSignedOut,
  newPerson,
  signIn,
  signOutButton,
  userMenu,
} from '../steps.js';
import { button, label, main, role, selector } from '../targets.js';

test('a newcomer signs up on a phone, confirms by mail and signs in', async ({ open }) => {
  const person = newPerson();
  const page = await open(phone);
  await page.goto('/auth');
  await page.click(role('tab', 'Sign Up'));
  const form = role('tabpanel', 'Sign Up');
  await page.fill(label('First Name', form), person.firstName);
  await page.fill(label('Last Name', form), 'Okafor');
  await page.fill(label('Email', form), person.email);
  await page.focus(label('Password', form));
  await page.type(person.password);
  await page.says(form, /Strong/);
  await page.isSound();
  await page.click(button('Sign Up', form));
  await page.says(main, /Check your email/);
  await page.isSound();
  await page.goto(firstLink(await mailTo(person.email, /confirm/i)));
  await page.isSound();
  await page.click(button('Confirm my email address'));
  await page.says(selector('body'), /confirmed/i);
  // In a wide window the user menu is in the header.
  const elsewhere = await open();
  await signIn(elsewhere, person);
});

test('the user menu closes on a press elsewhere, and signs out', async ({ open }) => {
  const person = await confirmedPerson();
  const page = await open();
  await signIn(page, person);
  await page.goto('/account');
  await page.says(main, new RegExp(person.email));
  await page.isSound();
  await page.call(pressLikeSafari);
  await page.click(userMenu(person));
  await page.shows(signOutButton);
  await page.isSound();
  await page.press(300, 700);
  await page.lacks(signOutButton);
  await isSignedIn(page, person);
  await page.focus(userMenu(person));
  await page.key('Enter');
  await page.click(signOutButton);
  await isSignedOut(page);
  expect(await page.call(() => JSON.stringify(localStorage))).not.toContain('accessToken');
});

/** Whether the document has these words anywhere, also in a field. */
const tells = (words: string) =>
  document.documentElement.outerHTML.includes(words) ||
  [...document.querySelectorAll('input')].some(({ value }) => value.includes(words));

/** Notes what is on the screen first when a document that the browser kept comes back. */
function noteReturn(words: string): void {
  addEventListener('pageshow', () => {
    const note = (what: string) => document.documentElement.setAttribute('data-returned', what);
    note('');
    requestAnimationFrame(() => note(document.body.innerText.includes(words) ? 'told' : 'silent'));
  });
}

test('Back after signing out shows nothing of the account', async ({ open, expectProblem }) => {
  // Firefox asks for an icon that the API's page does not allow.
  expectProblem(/favicon\.ico/);
  // What the page asks of the server when it comes back.
  expectProblem(/401|could not be (loaded|refreshed)|The query .* failed/);
  const person = await confirmedPerson();
  const page = await open();
  await signIn(page, person);
  await page.goto('/account');
  await page.says(main, new RegExp(person.email));
  await page.call(noteReturn, person.email);
  // Another document: a browser may keep the one before it as it is.
  await page.goto('/api/docs');
  const other = await page.newTab();
  await other.goto('/');
  await other.click(userMenu(person));
  await other.click(signOutButton);
  await isSignedOut(other);
  await page.toFront();
  await page.back();
  await isSignedOut(page);
  expect(await page.call(tells, person.email)).toBe(false);
  // Without a note the document is a new one, which never had the address.
  await page.holds('nothing was told at first', () =>
    document.documentElement.matches(':not([data-returned]), [data-returned=silent]'),
  );
});
