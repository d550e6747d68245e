// The target of the selection, how far it is, and the places of the applications as buttons and as a map.
import type { Locator, Page } from '@playwright/test';
import {
  accessToken,
  call,
  decide,
  newApplicant,
  register,
  submit,
} from '../../support/applicants.js';
import { keyboard } from '../../support/input-methods.js';
import { expect, expectAccessible, test } from '../../support/journey-test.js';
import { expectNoHorizontalScroll } from '../../support/page-checks.js';
import { administrator, ownStack, type Running } from '../../support/stack.js';
import { openAs } from '../../support/steps.js';

test.describe.configure({ mode: 'serial', timeout: 120_000 });

let own: Running;
const ids = new Map<string, string>();
const STATES = ['Texas', 'Utah', 'Ohio', 'Maine', 'Ontario'];

test.beforeAll(async () => {
  own = await ownStack(2);
  for (const state of STATES) {
    const applicant = { ...newApplicant(), lastName: `of ${state}` };
    await register(applicant);
    ids.set(state, await submit(await accessToken(applicant), { state }));
  }
});
test.afterAll(() => own.end());

const button = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name, exact: true });
const rows = (page: Page) => page.getByRole('button', { name: /^View .*’s application$/ });
const pressed = (control: Locator) => expect(control).toHaveAttribute('aria-pressed', 'true');
const idOf = (state: string) => ids.get(state) ?? '';

async function save(page: Page, target: string): Promise<void> {
  await keyboard.press(button(page, /^(Set a|Change) target$/));
  await expect(page.getByRole('textbox', { name: 'Target' })).toBeFocused();
  await page.keyboard.type(target);
  await page.keyboard.press('Enter');
}

test('the target is set by one administrator, and the other reads before replacing it', async ({
  page,
  browser,
}) => {
  await openAs(page, administrator(0), '/admin');
  const context = await browser.newContext({ baseURL: own.url });
  const other = await context.newPage();
  await openAs(other, administrator(1), '/admin');
  await keyboard.press(button(other, 'Set a target'));
  await save(page, '4');
  await expect(page.getByText('Chosen 0 of 4')).toBeVisible();
  await expect(button(page, 'Change target')).toBeFocused();

  await other.keyboard.type('3');
  await other.keyboard.press('Enter');
  await expect(other.getByText(/has set the target to 4 in the meantime/)).toBeVisible();
  await expect(other.getByText('Chosen 0 of 4')).toBeVisible();
  await expect(other.getByRole('textbox', { name: 'Target' })).toHaveValue('3');
  await expectAccessible(other);
  await other.keyboard.press('Enter');
  await expect(other.getByText('Chosen 0 of 3')).toBeVisible();
  await context.close();

  // Both marks are yes, so the team wants it.
  for (const admin of [0, 1])
    await call('PUT', `/admin/applications/${idOf('Ohio')}/marks/me`, {
      token: await accessToken(administrator(admin)),
      data: { mark: 'yes' },
    });
  await keyboard.press(button(page, /^Approve Nadia of Texas/));
  await expect(page.getByText('1 approved, 1 more wanted by the team, 1 to go')).toBeVisible();
  await keyboard.press(button(page, 'Still to read'));
  await pressed(button(page, 'Still to read'));
  await expect(rows(page)).toHaveCount(3);
  await expect(page).toHaveURL(/status=pending&mark=none/);
});

test('states and regions are chosen together, and the map has the same buttons', async ({
  page,
}) => {
  await decide(await accessToken(administrator(0)), idOf('Utah'), 'rejected');
  await openAs(page, administrator(0), '/admin?state=TX');
  await expect(rows(page)).toHaveCount(1);
  await keyboard.press(button(page, 'By state'));
  await pressed(button(page, 'Texas 1: 1 approved, 0 wanted by the team'));
  await keyboard.press(button(page, 'Ohio 1: 0 approved, 1 wanted by the team'));
  await keyboard.press(button(page, /^West 1:/));
  await expect(rows(page)).toHaveCount(3);
  await expect(page).toHaveURL(/state=TX%2COH/);
  await expect(page).toHaveURL(/region=west/);
  await keyboard.press(button(page, /^Other places 1:/));
  await expect(rows(page)).toHaveCount(4);
  await keyboard.press(button(page, 'Remove State: Texas'));
  await keyboard.press(button(page, 'Remove Region: West'));
  await expect(rows(page)).toHaveCount(2);

  await page.getByRole('radio', { name: 'List' }).focus();
  await page.keyboard.press('ArrowRight');
  const map = page.getByRole('group', { name: 'Map' });
  const ohio = map.getByRole('button', { name: 'Ohio 1: 0 approved, 1 wanted by the team' });
  await pressed(ohio);
  await keyboard.press(ohio);
  await expect(rows(page)).toHaveCount(1);
  await page.keyboard.press('ArrowLeft');
  await expect(map.getByRole('button', { name: /^North Dakota 0/ })).toBeFocused();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Space');
  await pressed(ohio);
  await page.reload();
  await pressed(ohio);
  // The map is one stop of the Tab key.
  await ohio.focus();
  await page.keyboard.press('Tab');
  await expect(page.getByText('Show the numbers as a table')).toBeFocused();
  await page.keyboard.press('Enter');
  const row = page.getByRole('row', { name: 'Texas' });
  await expect(row.getByRole('cell')).toHaveText(['1', '1', '0']);
  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 900 });
    await expectAccessible(page);
    await expectNoHorizontalScroll(page);
  }
});
