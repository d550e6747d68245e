// Filters and the numbers by state of the review list. The contracts cover the search.
import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { accessToken, newApplicant, register, submit } from '../../support/applicants.js';
import { readCsv } from '../../support/csv.js';
import { keyboard } from '../../support/input-methods.js';
import { expect, expectAccessible, test } from '../../support/journey-test.js';
import { expectNoHorizontalScroll } from '../../support/page-checks.js';
import { administrator } from '../../support/stack.js';
import { openAs } from '../../support/steps.js';

const district = `District ${randomUUID()}`;

const TEACHERS = [
  { firstName: 'José', lastName: 'Muñoz', state: 'Texas', subjects_taught: ['Math'] },
  { firstName: 'Keʻala', lastName: 'O’Brien', state: 'TX', subjects_taught: ['Biology'] },
  { firstName: 'Ana', lastName: 'Ávila', state: 'Ohio', subjects_taught: ['Math'] },
  { firstName: 'Zoe', lastName: 'Zimmer', state: 'Ontario', subjects_taught: ['Math'] },
];

const names = (page: Page) =>
  page
    .getByRole('button', { name: /^View .*’s application$/ })
    .evaluateAll((buttons) =>
      buttons.map(
        (each) => / (\S+)’s application$/.exec(each.getAttribute('aria-label') ?? '')?.[1],
      ),
    );

test('filters narrow the list and the export, and are in the URL', async ({ page }) => {
  for (const { firstName, lastName, ...answers } of TEACHERS) {
    const applicant = { ...newApplicant(), firstName, lastName };
    await register(applicant);
    await submit(await accessToken(applicant), { school_district: district, ...answers });
  }
  const address = `/admin?${new URLSearchParams({ q: district, sort: 'name' })}`;
  await openAs(page, administrator(), address);
  await expect.poll(() => names(page)).toEqual(['Ávila', 'Muñoz', 'O’Brien', 'Zimmer']);
  await expect(page.getByRole('radio', { name: /^Total 4 of [\d,]+$/ })).toBeChecked();
  await keyboard.press(page.getByRole('button', { name: 'By state' }));
  const bar = page.getByRole('button', { name: 'Texas 2' });
  await expect(page.getByRole('button', { name: 'Ohio 1' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Other places 1' })).toBeVisible();
  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 900 });
    await expectAccessible(page);
    await expectNoHorizontalScroll(page);
  }
  await keyboard.press(bar);
  await expect(page).toHaveURL(/state=TX/);
  await expect.poll(() => names(page)).toEqual(['Muñoz', 'O’Brien']);
  await expect(bar).toHaveAttribute('aria-pressed', 'true');
  await keyboard.press(page.getByRole('button', { name: 'Filters (1)' }));
  await page.getByLabel('Subject').pressSequentially('biology');
  await expect.poll(() => names(page)).toEqual(['O’Brien']);

  await page.reload();
  await expect.poll(() => names(page)).toEqual(['O’Brien']);
  const saved = page.waitForEvent('download');
  await keyboard.press(page.getByRole('button', { name: 'Export 1 application' }));
  await keyboard.press(page.getByRole('button', { name: 'CSV', exact: true }));
  const [head = [], ...records] = readCsv(await readFile(await (await saved).path(), 'utf8'));
  expect(records.map((record) => record[head.indexOf('last_name')])).toEqual(['O’Brien']);

  await keyboard.press(page.getByRole('button', { name: 'Remove State: Texas' }));
  await expect(page).not.toHaveURL(/state=/);
  await expect(page.getByRole('button', { name: /^Filters/ })).toBeFocused();
  await keyboard.press(page.getByRole('button', { name: /^Filters/ }));
  await page.getByLabel('Submitted on or before').pressSequentially('01012020');
  const none = 'No application matches this search with Subject: biology, To Jan 1, 2020.';
  await expect(page.getByText(none)).toBeVisible();
  await keyboard.press(page.getByRole('button', { name: 'Clear filters' }).first());
  await expect(page).not.toHaveURL(/subject=|to=|q=/);
  await expect(page).toHaveURL(/sort=name/);
});
