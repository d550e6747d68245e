// The feature `private_photos`: photos are shown, but not at addresses without a valid signature.
import type { Locator, Page } from '@playwright/test';
import { confirmedApplicant } from '../../support/applicants.js';
import { expect, test, wide } from '../../support/journey-test.js';
import { administrator, ownStack, type Running } from '../../support/stack.js';
import { fillApplication, openAs, submitApplication } from '../../support/steps.js';

test.use({ viewport: wide });

let own: Running;
test.beforeAll(async () => {
  own = await ownStack(1, { FORUM__FEATURES: 'private_photos' });
});
test.afterAll(() => own.end());

const expectLoaded = (photo: Locator) =>
  expect
    .poll(() => photo.evaluate(({ naturalWidth }: HTMLImageElement) => naturalWidth))
    .toBeGreaterThan(0);

test('a teacher and the administrator see a photo whose plain address leads nowhere', async ({
  page,
  context,
  elsewhere,
}) => {
  const teacher = await confirmedApplicant();
  await openAs(page, teacher, '/apply');
  await fillApplication(page);
  const buffer = await page.screenshot({ type: 'jpeg' });
  const photo = { name: 'me.jpg', mimeType: 'image/jpeg', buffer };
  await page.getByLabel('Profile Photo').setInputFiles(photo);
  await expect(page.getByText('Uploaded', { exact: true }).first()).toBeVisible();
  await submitApplication(page);
  await page.reload();
  await expectLoaded(page.getByRole('img', { name: 'The photo you sent' }));

  await openAs(elsewhere, administrator(0), '/admin');
  const row = elsewhere.getByRole('row').filter({ hasText: teacher.email });
  await row.getByRole('button', { name: /^view/i }).click();
  const shown = elsewhere.getByRole('img', { name: 'Profile photo of Nadia Okafor' });
  await expectLoaded(shown);
  await elsewhere.getByRole('button', { name: /^enlarge/i }).click();
  await expectLoaded(shown.last());

  const address = new URL((await shown.last().getAttribute('src')) ?? '', own.url);
  const status = async (tab: Page, url: string) => (await tab.goto(url))?.status();
  const tab = await context.newPage();
  expect(await status(tab, address.href)).toBe(200);
  address.search = '';
  expect(await status(tab, address.href)).toBe(404);
});
