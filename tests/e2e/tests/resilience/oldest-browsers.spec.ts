// The oldest supported browsers, simulated by removing the functions that they lack.
import type { Page } from '@playwright/test';
import { lacking } from '../../../../ui/scripts/oldest-browsers.js';
import { confirmedApplicant } from '../../support/applicants.js';
import { expect, test, wide } from '../../support/journey-test.js';
import { administrator } from '../../support/stack.js';
import {
  fillApplication,
  signIn,
  openAs,
  statusChoice,
  submitApplication,
} from '../../support/steps.js';

test.use({ viewport: wide, trace: 'off' });

const removeNewApis = (page: Page) =>
  page.addInitScript((lists) => {
    for (const [owner, names] of Object.entries(lists)) {
      let object: object = globalThis;
      for (const part of owner.split('.')) object = Reflect.get(object, part) as object;
      for (const name of names) Reflect.deleteProperty(object, name);
    }
  }, lacking);

test('an application is written, submitted and announced without the missing functions', async ({
  page,
  elsewhere,
}) => {
  await removeNewApis(page);
  await removeNewApis(elsewhere);
  await openAs(elsewhere, administrator(), '/admin');
  const pending = statusChoice(elsewhere, 'Pending');
  await expect(pending).toBeVisible();

  await signIn(page, await confirmedApplicant());
  await page.getByRole('dialog').getByRole('button', { name: 'Apply Now' }).click();
  expect(await page.evaluate(() => 'any' in AbortSignal)).toBe(false);
  await page.getByLabel('School District').fill('Lake');
  await expect(page.getByText('Saved', { exact: true })).toBeVisible();
  await fillApplication(page);
  await submitApplication(page);
  await expect(elsewhere.getByRole('button', { name: /new application/ })).toBeVisible();
});
