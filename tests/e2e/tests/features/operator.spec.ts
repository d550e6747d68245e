// What the dashboard tells about features that are off.
import { keyboard } from '../../support/input-methods.js';
import { expect, expectAccessibleView, test } from '../../support/journey-test.js';
import { administrator, ownStack, type Running } from '../../support/stack.js';
import { openAs } from '../../support/steps.js';

test.describe.configure({ mode: 'serial', timeout: 120_000 });

const TITLE = 'Some features of this site are switched off';

let own: Running;

test.beforeAll(async () => {
  own = await ownStack(2, { FORUM__FEATURES: 'contact' });
});
test.afterAll(() => own.end());

test('the first administrator alone learns what is off until the notice is dismissed', async ({
  page,
  elsewhere,
}) => {
  await openAs(page, administrator(0), '/admin');
  const notice = page.getByRole('status').filter({ hasText: TITLE });
  await expect(notice.getByRole('term').first()).toHaveText('newsletter');
  await expectAccessibleView(page);
  await keyboard.press(page.getByRole('button', { name: 'Don’t show this again' }));
  await expect(notice).toBeHidden();
  expect(await page.evaluate(() => document.activeElement?.closest('main') !== null)).toBe(true);
  await page.reload();
  await expect(page.getByText('No applications yet')).toBeVisible();
  await expect(notice).toBeHidden();

  const asked = elsewhere.waitForResponse(/\/api\/admin\/users/);
  await openAs(elsewhere, administrator(1), '/admin');
  await (await asked).finished();
  await expect(elsewhere.getByText('No applications yet')).toBeVisible();
  await expect(elsewhere.getByText(TITLE)).toBeHidden();
});

test('on a phone five tabs are one row, which shows the selected tab', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await openAs(page, administrator(0), '/admin?tab=messages');
  const tabs = page.getByRole('tab');
  await expect(tabs).toHaveCount(5);
  await expect(tabs.last()).toBeInViewport({ ratio: 1 });
  await tabs.last().focus();
  await page.keyboard.press('Home');
  await expect(tabs.first()).toBeInViewport({ ratio: 1 });
  await expect(tabs.last()).not.toBeInViewport({ ratio: 1 });
  const boxes = await Promise.all((await tabs.all()).map((tab) => tab.boundingBox()));
  expect(new Set(boxes.map((box) => box?.y)).size).toBe(1);
  expect(Math.min(...boxes.map((box) => box?.height ?? 0))).toBeGreaterThanOrEqual(44);
});
