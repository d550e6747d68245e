// An administrator removes the second step of a person who lost it.
import type { Page } from '@playwright/test';
import { accessToken, call, confirmedApplicant } from '../../support/applicants.js';
import { pointer } from '../../support/input-methods.js';
import { expect, expectAccessibleView, test } from '../../support/journey-test.js';
import { mailTo } from '../../support/mailbox.js';
import { withApp } from '../../support/sign-in/authenticator-app.js';
import { administrator, ownStack, type Running } from '../../support/stack.js';
import { openAs } from '../../support/steps.js';

const narrow = { width: 390, height: 780 };
const NAME = 'Nadia Okafor';
let own: Running;

test.beforeAll(async () => {
  own = await ownStack(1, { FORUM__FEATURES: 'users' });
});
test.afterAll(() => own.end());

const dialog = (page: Page, name: string) => page.getByRole('dialog', { name });

test('by pointer, a lost second step is removed, and the password alone signs in', async ({
  page,
  elsewhere,
}) => {
  const teacher = await confirmedApplicant();
  await openAs(elsewhere, teacher, '/account');
  await withApp(elsewhere);
  const credentials = { data: { email: teacher.email, password: teacher.password } };
  expect(await call('POST', '/auth/sessions', credentials)).toHaveProperty('challenge_token');

  await page.setViewportSize(narrow);
  await openAs(page, administrator(0), '/admin?tab=users');
  await pointer.type(page.getByLabel('Name or email'), teacher.email);
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
  await mailTo(teacher.email, /authenticator was removed/);
  expect(await accessToken(teacher)).not.toBe('');
  await page.goBack();
  await expect(sheet).toHaveCount(0);

  const invited = 'new.administrator@school.example';
  await pointer.type(page.getByLabel('Email address'), invited);
  await pointer.press(page.getByRole('button', { name: 'Send the invitation' }));
  await mailTo(invited, /invited to administer/);
  await pointer.press(page.getByRole('button', { name: `Withdraw the invitation of ${invited}` }));
  await expect(page.getByText('No invitation is open.')).toBeVisible();
});
