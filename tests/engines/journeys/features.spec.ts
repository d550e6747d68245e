// What visitors and administrators do with each feature, with all of them switched on.
import { randomUUID } from 'node:crypto';
import { accessToken, confirmedApplicant, newApplicant } from '../../e2e/support/applicants.js';
import { GIVE, SHOP } from '../../e2e/support/features.js';
import { firstLink, mailTo, signInCode } from '../../e2e/support/mailbox.js';
import { administrator } from '../../e2e/support/stack.js';
import { test } from '../features-test.js';
import { expect, phone } from '../journey-test.js';
import { fillSignUp, openDesk, signInButton, signInPanel } from '../steps.js';
import {
  button,
  dialog,
  heading,
  label,
  link,
  main,
  role,
  selector,
  type Target,
  text,
  toasts,
} from '../targets.js';

const unique = () => randomUUID().slice(0, 8);
const hrefs = (it: Target) => findAll(it).map((one) => one.getAttribute('href'));

test('a visitor writes by keyboard, and an administrator answers on a phone', async ({ open }) => {
  const name = `Ada ${unique()}`;
  const visitor = await open();
  await visitor.goto('/contact');
  await visitor.isAccessible();
  await visitor.enter(label('Full Name', main), name);
  await visitor.enter(label('Email Address', main), 'ada@school.example');
  await visitor.fill(label('Subject', main), 'Media Request');
  await visitor.enter(label('Message', main), 'May I quote it? <b>Please</b>');
  // The site takes a faster visitor for a program.
  await visitor.holds('two seconds pass', () => performance.now() > 2_000);
  await visitor.press(button('Send Message'));
  await visitor.says(toasts, /Message Sent Successfully/);
  await visitor.says(main, /Sent to Media & Press/);
  await visitor.value(label('Message', main), '');
  await visitor.hasFocus(button('Send Message'));
  await visitor.isAccessible();

  const desk = await open(phone);
  await openDesk(desk, 'messages');
  await desk.fill(label('Search messages'), name);
  await desk.says(main, /Showing 1 of 1 message/);
  await desk.isAccessible();
  await desk.click(button(`Read the message from ${name}`));
  await desk.says(dialog, /May I quote it\? <b>Please<\/b>/);
  const [reply] = await desk.call(hrefs, link('Reply', dialog));
  expect(reply).toMatch(/^mailto:ada@school\.example\?subject=Re%3A%20Media%20Request&body=/);
  await desk.isAccessible();
  await desk.click(button('Take', dialog));
  await desk.says(dialog, /Owner\s+You/);
  await desk.click(button('Mark as answered', dialog));
  await desk.shows(button('Reopen', dialog));
  await desk.key('Escape');
  await desk.click(button('Clear filters'));
  await desk.click(role('radio', /^Answered /));
  await desk.shows(button(`Read the message from ${name}`));
});

test('a visitor subscribes by keyboard, confirms, and unsubscribes on a phone', async ({
  open,
}) => {
  const email = `reader-${unique()}@school.example`;
  const page = await open();
  await page.goto('/');
  const form = role('form', 'Stay Connected');
  await page.enter(label('Name', form), 'Ana');
  await page.enter(label('Email Address', form), email);
  await page.tabTo(label('I am an educator', form));
  await page.type(' ');
  await page.key('Tab');
  await page.hasFocus(button('Subscribe', form));
  await page.key('Enter');
  await page.says(form, /Check your email:/);
  await page.value(label('Email Address', form), '');
  await page.isAccessible();

  const mail = await mailTo(email, /^Confirm your subscription/);
  // The address of `List-Unsubscribe`, in the head of the mail, is the first.
  const [unsubscribing = '', confirming = ''] = mail.text
    .replaceAll(/\r?\n /g, ' ')
    .match(/https?:\/\/[^\s>]+\/newsletter\/[^\s>"]+/g) ?? [''];
  await page.goto(confirming);
  await page.isAccessible();
  await page.press(button('Confirm my subscription'));
  await page.says(main, /You are subscribed\. Thank you!/);
  await page.isAccessible();
  await page.press(link('Change your details or unsubscribe'));
  await page.value(label('First name (optional)'), 'Ana');
  await page.enter(label('First name (optional)'), 'Ann');
  await page.press(button('Save'));
  await page.says(main, /Your details are saved\./);

  const other = await open(phone);
  await other.goto(unsubscribing);
  await other.isAt('/newsletter/preferences');
  await other.value(label('First name (optional)'), 'Ann');
  await other.isAccessible();
  await other.click(button('Unsubscribe'));
  await other.says(main, /You are not subscribed\./);
  await other.isAccessible();
  await openDesk(other, 'subscribers&state=unsubscribed');
  await other.says(main, new RegExp(email));
  await other.isAccessible();
});

test('an administrator proves the password, disables an account, and finds it in the audit log', async ({
  open,
  expectProblem,
}) => {
  // The refusal of the first attempt.
  expectProblem(/403/);
  const teacher = await confirmedApplicant();
  const admin = administrator(0);
  const page = await open();
  // A mailed code is no proof for acts on accounts.
  await page.goto('/auth?next=%2Fadmin%3Ftab%3Dusers');
  await page.enter(label('Email', signInPanel), admin.email);
  await page.press(button('Email me a sign-in code', signInPanel));
  await page.press(button('Send the code', signInPanel));
  await page.hasFocus(label('Code from the email', signInPanel));
  await page.type(signInCode(await mailTo(admin.email, /Your sign-in code/)));
  await page.press(signInButton);

  await page.enter(label('Name or email'), teacher.email);
  await page.says(main, /1 account found/);
  await page.isAccessible();
  await page.press(button('View the account of Nadia Okafor'));
  const sheet = role('dialog', 'Nadia Okafor');
  await page.isAccessible();
  await page.press(button('Disable the account of Nadia Okafor', sheet));
  const confirming = role('dialog', 'Disable the account of Nadia Okafor?');
  await page.enter(label('Reason', confirming), 'Left the school');
  await page.isAccessible();
  await page.key('Enter');
  const proof = role('dialog', 'Please enter your password');
  await page.hasFocus(label('Current password', proof));
  await page.type(admin.password);
  await page.key('Enter');
  await page.says(sheet, /The account of Nadia Okafor is disabled\./);
  await expect(accessToken(teacher)).rejects.toThrow('account_disabled');

  await page.press(link('All about this account', sheet));
  await page.says(main, new RegExp(`About ${teacher.email}`));
  await page.fill(label('What happened'), 'Disabled the account of a person');
  await page.says(main, /Showing 1 entry/);
  await page.says(main, /disabled the account of Nadia Okafor[^]+Reason: Left the school/);
  await page.isAccessible();
});

test('an administrator changes, saves and tests a mail by keyboard, and puts it back', async ({
  open,
  expectProblem,
}) => {
  // axe sends messages to frames, and a sandboxed one gets none.
  expectProblem(/postMessage/);
  const admin = administrator(0);
  const page = await open();
  await openDesk(page, 'templates');
  await page.isAccessible();
  await page.press(link('Edit the email “Application approved”'));
  const subject = role('textbox', 'Subject');
  const shipped = 'Welcome to the Educators Forum, {{first_name}}: your application is approved';
  await page.value(subject, shipped);
  const word = unique();
  await page.enter(subject, `Aboard ${word}, `);
  await page.press(button('Insert first name'));
  await page.value(subject, `Aboard ${word}, {{first_name}}`);
  await page.says(role('region', 'Preview'), new RegExp(`Aboard ${word}, ${admin.firstName}`));
  await page.press(button('Save'));
  await page.says(toasts, /The email template was saved\./);
  await page.press(button('Send a test to me'));
  await page.says(toasts, /A test email to .* is on its way\./);
  await mailTo(admin.email, new RegExp(`^\\[Test\\] Aboard ${word}, ${admin.firstName}$`));
  await page.isAccessible();
  await page.press(button('Compare version 1 with the current one'));
  await page.says(selector('ins'), new RegExp(word));
  await page.isAccessible();
  await page.press(button('Put version 1 back'));
  await page.value(subject, shipped);
  await page.press(button('Save'));
  await page.shows(text(/^Version ([3-9]|\d\d)$/));
});

test('giving and the store lead to their hosts with the amount', async ({ open }) => {
  const page = await open(phone);
  await page.goto('/donate');
  await page.fill(label('Custom amount'), '75.5');
  await page.shows(link('Donate $75.50'));
  expect(await page.call(hrefs, link('Donate $75.50'))).toEqual([`${GIVE}/once?amount=75.50`]);
  await page.click(role('tab', 'Monthly Supporter'));
  await page.click(label(/^\$50/, role('tabpanel', 'Monthly Supporter')));
  await page.shows(link('Give $50 a Month'));
  expect(await page.call(hrefs, link('Give $50 a Month'))).toEqual([`${GIVE}/monthly?amount=50`]);
  await page.isAccessible();
  await page.goto('/store');
  await page.lacks(role('button', undefined, main));
  const orders = link(/Cart|Collection|Shop All|Bulk|Sponsor a Shirt/, main);
  expect(await page.call(hrefs, orders)).toEqual(Array<string>(12).fill(SHOP));
  expect(await page.call(hrefs, link(/Ambassador/, main))).toEqual(['/contact']);
  await page.isAccessible();
});

test('a visitor gets from the home page to the application by keyboard', async ({ open }) => {
  const person = newApplicant();
  const page = await open();
  await page.goto('/');
  await page.isAccessible();
  await page.press(link('Apply to Join the Educators Forum', main));
  await fillSignUp(page, person);
  await page.key('Enter');
  await page.says(main, /Check your email/);
  await page.goto(firstLink(await mailTo(person.email, /confirm/i)));
  await page.press(button('Confirm my email address'));
  await page.press(link('Sign In', main));
  await page.enter(label('Email', signInPanel), person.email);
  await page.enter(label('Password', signInPanel), person.password);
  await page.key('Enter');
  await page.isAt('/apply');
  await page.says(toasts, new RegExp(`Welcome, ${person.firstName}!`));
  await page.says(main, /Applications close March 31, 2099\. We decide by May 15, 2099\./);
  await page.isAccessible();
  await page.goto('/educators-forum');
  await page.press(link('Apply to Attend', main));
  await page.shows(heading('Membership Application'));
  await page.shows(text('Step 1 of 3'));
});
