// The newsletter: subscribing on the blog, the export, and ending the subscription with one click.
import { readFile } from 'node:fs/promises';
import { readCsv } from '../../support/csv.js';
import { expect, expectAccessible, test, wide } from '../../support/journey-test.js';
import { mailTo } from '../../support/mailbox.js';
import { administrator, ownStack, type Running } from '../../support/stack.js';
import { openAs } from '../../support/steps.js';

let own: Running;
test.beforeAll(async () => {
  own = await ownStack(1, { FORUM__FEATURES: 'newsletter' });
});
test.afterAll(() => own.end());

const small = { width: 390, height: 844 };
const BO = 'bo.reader@school.example';

test('a visitor subscribes on the blog of a phone, and is gone after one click', async ({
  page,
  watched,
}) => {
  await page.setViewportSize(small);
  await page.goto('/blog');
  await page.getByLabel('Email Address').fill(BO);
  await page.getByRole('button', { name: 'Subscribe' }).click();
  await expect(page.getByText('Check your email:')).toBeVisible();
  await expectAccessible(page);
  const mail = await mailTo(BO, /^Confirm your subscription/);
  const [link = ''] = /https?:\/\/\S+\/newsletter\/confirm#token=[\w-]+/.exec(mail.text) ?? [];
  await page.goto(link);
  await page.getByRole('button', { name: 'Confirm my subscription' }).click();
  await expect(page.getByText('You are subscribed. Thank you!')).toBeVisible();
  await expectAccessible(page);

  await openAs(page, administrator(0), '/admin?tab=subscribers');
  await expect(page.getByText(BO)).toBeVisible();
  await page.getByText('Show the numbers as a table').click();
  await expectAccessible(page);
  const exported = page.getByRole('button', { name: 'Export as CSV' });
  const [file] = await Promise.all([page.waitForEvent('download'), exported.click()]);
  const [, ...rows] = readCsv(await readFile(await file.path(), 'utf8'));
  expect(rows.map(([email]) => email)).toEqual([BO]);

  const [, url = ''] =
    /^List-Unsubscribe: <([^>]+)>/m.exec(mail.text.replaceAll(/\r?\n /g, ' ')) ?? [];
  const clicked = await page.request.post(url, { form: { 'List-Unsubscribe': 'One-Click' } });
  expect(clicked.status()).toBe(200);

  await page.setViewportSize(wide);
  await page.goto('/admin?tab=subscribers&state=unsubscribed');
  await expect(page.getByRole('rowheader', { name: BO })).toBeVisible();
  await expectAccessible(page);
  await expect(exported).toBeDisabled();

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
