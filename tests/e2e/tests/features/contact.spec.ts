// The feature `contact`: visitors write, and an administrator answers.
import type { Page } from '@playwright/test';
import { keyboard, pointer } from '../../support/input-methods.js';
import {
  expect,
  expectAccessible,
  expectAccessibleView,
  test,
  wide,
} from '../../support/journey-test.js';
import { mailTo } from '../../support/mailbox.js';
import { administrator, ownStack, type Running } from '../../support/stack.js';
import { openAs, toast } from '../../support/steps.js';

test.describe.configure({ mode: 'serial' });

const PRESS = 'press@forum.example';
let own: Running;
test.beforeAll(async () => {
  own = await ownStack(1, { FORUM__FEATURES: 'contact', FORUM__CONTACT__MEDIA_EMAIL: PRESS });
});
test.afterAll(() => own.end());

const field = (page: Page, name: string) =>
  page.getByRole('main').getByLabel(name, { exact: true });
const button = (page: Page, name: string) => page.getByRole('button', { name });
/** The site takes a faster visitor for a program. */
const twoSecondsPass = (page: Page) => page.waitForFunction(() => performance.now() > 2_000);

test('a visitor writes by keyboard at 1280 px, and a reply to the mail reaches them', async ({
  page,
}) => {
  await page.setViewportSize(wide);
  await page.goto('/contact');
  await expect(page.getByText('not connected')).toHaveCount(0);
  await expectAccessible(page);
  await keyboard.type(field(page, 'Full Name'), 'Ada Lopez');
  await keyboard.type(field(page, 'Email Address'), 'ada@school.example');
  await page.keyboard.press('Tab');
  await page.keyboard.type('(555) 010-0100');
  await page.keyboard.press('Tab');
  await expect(field(page, 'Subject')).toBeFocused();
  await page.keyboard.type('Media');
  await keyboard.type(field(page, 'Message'), 'May I quote the report?');
  await twoSecondsPass(page);
  await keyboard.press(button(page, 'Send Message'));
  await expect(toast(page)).toContainText('Message Sent Successfully');
  await expect(page.getByText('Sent to Media & Press')).toBeVisible();
  await expect(field(page, 'Message')).toHaveValue('');
  await expect(button(page, 'Send Message')).toBeFocused();
  await expectAccessible(page);
  const mail = await mailTo(PRESS, /Media Request/);
  expect(mail.replyTo).toContain('ada@school.example');
  expect(mail.text).toContain('> May I quote the report?');
});

test('a visitor writes by pointer on a phone', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/contact');
  await pointer.press(button(page, 'Send Message'));
  await expect(page.getByRole('alert')).toBeFocused();
  await expectAccessible(page);
  await pointer.type(field(page, 'Full Name'), 'Bo Park');
  await pointer.type(field(page, 'Email Address'), 'bo@school.example');
  await field(page, 'Subject').selectOption('Press & Speaking');
  await pointer.type(field(page, 'Message'), 'Can you speak in May?\n<b>Please</b>');
  await twoSecondsPass(page);
  await pointer.press(button(page, 'Send Message'));
  await expect(page.getByText('Sent to Media & Press')).toBeVisible();
  expect((await mailTo(PRESS, /Press & Speaking/)).replyTo).toContain('bo@school.example');
});

test('an administrator finds, takes and answers a message', async ({ page }) => {
  await page.setViewportSize(wide);
  await openAs(page, administrator(0), '/admin');
  await page.getByRole('tab', { name: 'Messages' }).click();
  await expect(page.getByRole('radio', { name: 'New 2' })).toBeChecked();
  await page.getByLabel('Search messages').fill('speak park');
  await expect(page.getByText('Showing 1 of 1 message')).toBeVisible();
  await expectAccessibleView(page);
  await keyboard.press(button(page, 'Read the message from Bo Park'));
  const sheet = page.getByRole('dialog', { name: 'Message from Bo Park' });
  await expect(sheet.getByText('<b>Please</b>')).toBeVisible();
  await expect(sheet.getByRole('link', { name: 'Reply' })).toHaveAttribute(
    'href',
    /^mailto:bo@school\.example\?subject=Re%3A%20Press%20%26%20Speaking&body=/,
  );
  await expectAccessibleView(page);
  await sheet.getByRole('button', { name: 'Take' }).click();
  await expect(sheet.getByText('You', { exact: true })).toBeVisible();
  await sheet.getByRole('button', { name: 'Mark as answered' }).click();
  await expect(sheet.getByRole('button', { name: 'Reopen' })).toBeVisible();
  await page.keyboard.press('Escape');
  await button(page, 'Clear filters').click();
  await expect(page.getByRole('radio', { name: 'Answered 1' })).toBeVisible();
  await expect(page.getByRole('row', { name: /Ada Lopez/ })).toBeVisible();
});
