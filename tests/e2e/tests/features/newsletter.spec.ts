// The newsletter: subscribing at home by keyboard and on the blog by pointer, confirming by the mailed link, and ending the
// subscription with one click.
import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { readCsv } from '../../support/csv.js';
import { expect, expectAccessible, test, wide } from '../../support/journey-test.js';
import { type Mail, mailTo } from '../../support/mailbox.js';
import { administrator, ownStack, type Running } from '../../support/stack.js';
import { openAs } from '../../support/steps.js';

test.describe.configure({ mode: 'serial', timeout: 120_000 });

let own: Running;
test.beforeAll(async () => {
  own = await ownStack(1, { FORUM__FEATURES: 'newsletter' });
});
test.afterAll(() => own.end());

const small = { width: 390, height: 844 };
const ANA = 'ana.reader@school.example';
const BO = 'bo.reader@school.example';
const CONFIRM = /^Confirm your subscription/;

/** The link in the body, after that of `List-Unsubscribe`. */
const linkIn = (mail: Mail) =>
  /https?:\/\/\S+\/newsletter\/confirm#token=[\w-]+/.exec(mail.text)?.[0] ?? '';
const sent = (page: Page) => page.getByRole('status').filter({ hasText: 'Check your email:' });

test('a visitor subscribes at home by keyboard and confirms by the link of the mail', async ({
  page,
}) => {
  await page.setViewportSize(wide);
  await page.goto('/');
  const form = page.getByRole('form', { name: 'Stay Connected' });
  await form.getByLabel('Name').focus();
  await page.keyboard.type('Ana');
  await page.keyboard.press('Tab');
  await page.keyboard.type(ANA);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Space');
  await page.keyboard.press('Tab');
  await expect(form.getByRole('button', { name: 'Subscribe' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(sent(page)).toBeVisible();
  await expect(form.getByLabel('Email Address')).toHaveValue('');
  await expect(form.getByLabel('I am an educator')).not.toBeChecked();
  await expectAccessible(page);

  await page.goto(linkIn(await mailTo(ANA, CONFIRM)));
  const confirm = page.getByRole('button', { name: 'Confirm my subscription' });
  await expect(confirm).toBeVisible();
  await expectAccessible(page);
  await confirm.press('Enter');
  await expect(page.getByText('You are subscribed. Thank you!')).toBeVisible();
  await page.getByRole('link', { name: 'Change your details or unsubscribe' }).click();
  await expect(page.getByLabel('First name (optional)')).toHaveValue('Ana');
  await expect(page.getByLabel('I am an educator')).toBeChecked();
  await page.getByLabel('First name (optional)').fill('Ann');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Your details are saved.')).toBeVisible();
  await expectAccessible(page);
});

test('a visitor subscribes on the blog of a phone, and is gone after one click', async ({
  page,
  watched,
}) => {
  await page.setViewportSize(small);
  await page.goto('/blog');
  await page.getByLabel('Email Address').fill(BO);
  await page.getByRole('button', { name: 'Subscribe' }).click();
  await expect(sent(page)).toBeVisible();
  await expectAccessible(page);
  const mail = await mailTo(BO, CONFIRM);
  await page.goto(linkIn(mail));
  await page.getByRole('button', { name: 'Confirm my subscription' }).click();
  await expect(page.getByText('You are subscribed. Thank you!')).toBeVisible();
  await expectAccessible(page);

  await openAs(page, administrator(0), '/admin?tab=subscribers');
  await expect(page.getByText(BO)).toBeVisible();
  await expect(page.getByText('Ann', { exact: true })).toBeVisible();
  await page.getByText('Show the numbers as a table').click();
  await expectAccessible(page);
  const saving = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export as CSV' }).click();
  const [, ...rows] = readCsv(await readFile(await (await saving).path(), 'utf8'));
  expect(rows.map(([email]) => email)).toEqual([ANA, BO]);

  const [, url = ''] =
    /^List-Unsubscribe: <([^>]+)>/m.exec(mail.text.replaceAll(/\r?\n /g, ' ')) ?? [];
  const clicked = await page.request.post(url, { form: { 'List-Unsubscribe': 'One-Click' } });
  expect(clicked.status()).toBe(200);

  await page.setViewportSize(wide);
  await page.goto('/admin?tab=subscribers&state=unsubscribed');
  await expect(page.getByRole('rowheader', { name: BO })).toBeVisible();
  await expectAccessible(page);

  // A mail program that knows no one-click opens the page.
  await page.goto(url);
  await expect(page.getByText('You are not subscribed.')).toBeVisible();
  expect(new URL(page.url()).pathname).toBe('/newsletter/preferences');

  watched.expectConsoleError(/400/);
  await page.goto('/newsletter/preferences#token=wrong');
  await expect(page.getByRole('alert')).toBeVisible();
  const again = page.getByRole('link', { name: 'Subscribe again' });
  await expect(again).toHaveAttribute('href', '/#newsletter');
  await expectAccessible(page);
});
