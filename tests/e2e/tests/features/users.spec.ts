// An administrator changes accounts in the Users tab, and finds the acts in the audit log.
import type { Page } from '@playwright/test';
import { accessToken, type Applicant, call, confirmedApplicant } from '../../support/applicants.js';
import { keyboard, pointer } from '../../support/input-methods.js';
import { expect, expectAccessibleView, test, wide } from '../../support/journey-test.js';
import { mailsAbout, mailTo, signInCode } from '../../support/mailbox.js';
import { withApp } from '../../support/sign-in/authenticator-app.js';
import { administrator, ownStack, type Running } from '../../support/stack.js';
import { openAs } from '../../support/steps.js';
import { changeStored, storeSession } from '../../support/stored-session.js';

test.describe.configure({ mode: 'serial', timeout: 120_000 });

const narrow = { width: 390, height: 780 };
const NAME = 'Nadia Okafor';
let own: Running;
let teacher: Applicant;

test.beforeAll(async () => {
  own = await ownStack(1, { FORUM__FEATURES: 'users' });
  teacher = await confirmedApplicant();
});
test.afterAll(() => own.end());

/** Gives the page a session that a mailed code opened, which is no proof for acts on accounts. */
async function signInByCode(page: Page): Promise<void> {
  const admin = administrator(0);
  await storeSession(page, admin);
  await call('POST', '/auth/codes', { data: { email: admin.email } });
  const code = signInCode(await mailTo(admin.email, /code/i));
  const session = await call('POST', '/auth/sessions/code', { data: { email: admin.email, code } });
  await changeStored(page.context(), {
    accessToken: session['access_token'] ?? '',
    refreshToken: session['refresh_token'] ?? '',
    expiresAt: Date.parse(session['expires_at'] ?? ''),
  });
}

const dialog = (page: Page, name: string) => page.getByRole('dialog', { name });

test('by keyboard, a role is granted with a fresh proof, and an account is disabled', async ({
  page,
  watched,
}) => {
  // The refusal of the first attempt.
  watched.expectConsoleError(/403/);
  const token = await accessToken(teacher);
  await signInByCode(page);
  await page.setViewportSize(wide);
  await page.goto('/admin');
  await page.getByRole('tab', { name: 'Applications' }).focus();
  await page.keyboard.press('ArrowRight');
  await keyboard.type(page.getByLabel('Name or email'), teacher.email);
  await expect(page.getByText('1 account found')).toBeVisible();
  await expectAccessibleView(page, [wide, narrow]);
  await keyboard.press(page.getByRole('button', { name: `View the account of ${NAME}` }));

  const sheet = dialog(page, NAME);
  await keyboard.press(sheet.getByRole('button', { name: `Grant ${NAME} the role Moderator` }));
  const grant = dialog(page, `Grant ${NAME} the role Moderator?`);
  await keyboard.type(grant.getByLabel('Reason'), 'Helps with the forums');
  await expectAccessibleView(page, [wide, narrow]);
  await page.keyboard.press('Enter');
  const proof = dialog(page, 'Please enter your password');
  await expect(proof.getByLabel('Current password')).toBeFocused();
  await page.keyboard.type(administrator(0).password);
  await page.keyboard.press('Enter');
  await expect(sheet.getByText(`${NAME} has the role Moderator.`)).toBeVisible();
  await expect(sheet.getByText('Reason: Helps with the forums')).toBeVisible();
  await expectAccessibleView(page, [wide, narrow]);

  await keyboard.press(sheet.getByRole('button', { name: `Disable the account of ${NAME}` }));
  await keyboard.type(dialog(page, `Disable the account of ${NAME}?`).getByLabel('Reason'), 'Left');
  await page.keyboard.press('Enter');
  await expect(sheet.getByText(`The account of ${NAME} is disabled.`)).toBeVisible();
  await expect(call('GET', '/users/me', { token })).rejects.toThrow('session_revoked');
  const mails = await mailsAbout(teacher.email, /account was changed/, 2);
  expect(mails.map(({ text }) => /- (You.*)/.exec(text)?.[1])).toEqual([
    'You now have the role of moderator.',
    'Your account is disabled, and you cannot sign in.',
  ]);

  await keyboard.press(sheet.getByRole('link', { name: 'All about this account' }));
  await expect(page.getByText(`About ${teacher.email}`)).toBeVisible();
  await page.getByLabel('What happened').selectOption('Disabled the account of a person');
  await expect(page.getByText(`disabled the account of ${NAME}`)).toBeVisible();
  await expect(page.getByText('Showing 1 entry')).toBeVisible();
  await expectAccessibleView(page, [wide, narrow]);
});

test('by pointer, a lost second step is removed, and the password alone signs in', async ({
  page,
  elsewhere,
}) => {
  const other = await confirmedApplicant();
  await openAs(elsewhere, other, '/account');
  await withApp(elsewhere);
  const credentials = { data: { email: other.email, password: other.password } };
  expect(await call('POST', '/auth/sessions', credentials)).toHaveProperty('challenge_token');

  await page.setViewportSize(narrow);
  await openAs(page, administrator(0), '/admin?tab=users');
  await pointer.type(page.getByLabel('Name or email'), other.email);
  await expect(page.getByText('1 account found')).toBeVisible();
  await pointer.press(page.getByRole('button', { name: `View the account of ${NAME}` }));
  const sheet = dialog(page, NAME);
  await expect(sheet.getByText('Authenticator app')).toBeVisible();
  await pointer.press(sheet.getByRole('button', { name: `Remove the second step of ${NAME}` }));
  const removal = dialog(page, `Remove the second step of ${NAME}?`);
  await pointer.type(removal.getByLabel('Reason'), 'Called back: lost the phone');
  await pointer.press(removal.getByRole('button', { name: 'Remove the second step' }));
  await expect(sheet.getByText(`${NAME} signs in without a second step.`)).toBeVisible();
  await expectAccessibleView(page, [narrow]);
  await mailTo(other.email, /authenticator was removed/);
  expect(await accessToken(other)).not.toBe('');
  await page.goBack();
  await expect(sheet).toHaveCount(0);

  const invited = 'new.administrator@school.example';
  await pointer.type(page.getByLabel('Email address'), invited);
  await pointer.press(page.getByRole('button', { name: 'Send the invitation' }));
  await mailTo(invited, /invited to administer/);
  await pointer.press(page.getByRole('button', { name: `Withdraw the invitation of ${invited}` }));
  await expect(page.getByText('No invitation is open.')).toBeVisible();
});
