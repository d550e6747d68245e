// The tabs of the dashboard with features.
import { expect, test } from '../../support/journey-test.js';
import { administrator, ownStack, type Running } from '../../support/stack.js';
import { openAs } from '../../support/steps.js';

let own: Running;

test.beforeAll(async () => {
  own = await ownStack(1, { FORUM__FEATURES: 'contact' });
});
test.afterAll(() => own.end());

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
