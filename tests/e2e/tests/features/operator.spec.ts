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
