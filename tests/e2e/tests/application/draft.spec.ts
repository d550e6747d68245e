// The draft of an application survives closed browsers, lost connections and ended sessions.
import type { Page } from '@playwright/test';
import { call, confirmedApplicant, type Person } from '../../support/applicants.js';
import { expect, expectAccessibleView, test, wide } from '../../support/journey-test.js';
import {
  fillApplication,
  signOut,
  openAs,
  startAs,
  submitApplication,
  toast,
} from '../../support/steps.js';
import { storedToken } from '../../support/stored-session.js';

// The trace recorder fetches the preview's blob, which the content security policy rightly blocks.
test.use({ viewport: wide, trace: 'off' });

const draftUrl = '**/api/applications/draft';
const experience = (page: Page) => page.getByLabel('Teaching Experience');
const position = (page: Page) => page.getByLabel('Current Teaching Position');
const district = (page: Page) => page.getByLabel('School District');
const saved = (page: Page) => page.getByText('Saved', { exact: true });
const unsaved = (page: Page) => page.getByText('Not saved yet', { exact: true });
const restored = (page: Page) => page.getByText('We restored your answers.');
/** Expects a number of drafts that this tab has not saved yet. */
const expectWaiting = (page: Page, count: number) =>
  expect
    .poll(() =>
      page.evaluate(() => Object.keys(sessionStorage).join().split('.waiting.').length - 1),
    )
    .toBe(count);

async function openForm(page: Page, person: Person): Promise<void> {
  await openAs(page, person, '/apply');
  await expect(page.getByText('Step 1 of 3')).toBeVisible();
}

async function fillFirstStep(page: Page): Promise<void> {
  await experience(page).fill('Twenty years');
  await position(page).fill('Teacher');
  await district(page).fill('Hillsborough');
}

/** Makes every save fail, but not reads. */
const failSaves = (page: Page) =>
  page.route(draftUrl, (route) =>
    route.request().method() === 'PUT' ? route.abort() : route.continue(),
  );

test('an application continues in another browser after the first was killed, with its photo', async ({
  page,
  elsewhere,
  browser,
  baseURL,
  watched,
}) => {
  const person = await confirmedApplicant();
  const killed = await browser.newContext({ baseURL, viewport: wide });
  const first = await watched.also(await killed.newPage());
  await openForm(first, person);
  await fillApplication(first);
  const buffer = await first.screenshot({ type: 'jpeg' });
  await first
    .getByLabel('Profile Photo')
    .setInputFiles({ name: 'me.jpg', mimeType: 'image/jpeg', buffer });
  await expect(first.getByText('Uploaded', { exact: true }).first()).toBeVisible();
  await first.getByRole('button', { name: 'Change Professional Information' }).click();
  await district(first).fill('Polk County');
  await expect(saved(first)).toBeVisible();
  await district(first).pressSequentially(', north');
  await killed.close();

  await openForm(elsewhere, person);
  await expect(elsewhere).toHaveURL('/apply');
  await expect(restored(elsewhere)).toBeVisible();
  await expect(district(elsewhere)).toHaveValue(/^Polk County/);
  await expectAccessibleView(elsewhere);
  await elsewhere.getByRole('button', { name: 'Next' }).click();
  await elsewhere.getByRole('button', { name: 'Next' }).click();
  const photo = elsewhere.getByRole('img', { name: 'Preview of your photo' });
  await expect(photo).toBeVisible();
  await expect.poll(() => photo.evaluate((it: HTMLImageElement) => it.naturalWidth)).toBe(1024);
  await expectAccessibleView(elsewhere);

  await test.step('submission deletes the draft', async () => {
    await submitApplication(elsewhere);
    await expectWaiting(elsewhere, 0);
    const token = await storedToken(elsewhere);
    const draft = await call('GET', '/applications/draft', { token });
    expect(draft).toMatchObject({ fields: {}, step: 1, updated_at: null });
  });
});

test('the last input before the tab closes is saved', async ({ page, elsewhere }) => {
  const person = await confirmedApplicant();
  await openForm(page, person);
  await district(page).fill('Hillsborough');
  const closed = page.waitForEvent('close');
  await page.close({ runBeforeUnload: true });
  await closed;
  await openForm(elsewhere, person);
  await expect(district(elsewhere)).toHaveValue('Hillsborough');
});

test('no input is lost when the session ends', async ({ page, watched }) => {
  watched.expectConsoleError(/401|could not be/);
  const person = await confirmedApplicant();
  await openForm(page, person);
  await experience(page).fill('Twenty years');
  await expect(saved(page)).toBeVisible();
  await call('DELETE', '/auth/sessions', { token: await storedToken(page) });
  await district(page).fill('Hillsborough');
  await expect(page).toHaveURL('/auth');
  await expect(toast(page)).toContainText('Your answers are still here.');
  await page.reload();
  await startAs(page, person);
  await page.getByRole('button', { name: 'Apply Now' }).click();
  await expect(experience(page)).toHaveValue('Twenty years');
  await expect(district(page)).toHaveValue('Hillsborough');
  await expect(saved(page)).toBeVisible();
  await expectWaiting(page, 0);
});

test('the form works offline and is saved on reconnection', async ({
  page,
  elsewhere,
  watched,
}) => {
  watched.expectConsoleError(/ERR_INTERNET_DISCONNECTED|could not be/);
  const person = await confirmedApplicant();
  await openForm(page, person);
  await page.context().setOffline(true);
  await fillFirstStep(page);
  await expect(unsaved(page)).toBeVisible();
  await expect(page.getByRole('status').filter({ hasText: 'kept in this tab' })).toBeAttached();
  await expectAccessibleView(page);
  await page.getByRole('button', { name: 'Next' }).click();
  await expect(page.getByText('Step 2 of 3')).toBeVisible();
  await page.getByLabel('City').fill('Tampa');
  await expectWaiting(page, 1);
  await page.context().setOffline(false);
  await expect(saved(page)).toBeVisible();
  await expectWaiting(page, 0);

  await openForm(elsewhere, person);
  await expect(district(elsewhere)).toHaveValue('Hillsborough');
  await elsewhere.getByRole('button', { name: 'Next' }).click();
  await expect(elsewhere.getByLabel('City')).toHaveValue('Tampa');
});

test('Sign Out saves the last input and deletes it from the browser', async ({
  page,
  elsewhere,
}) => {
  const person = await confirmedApplicant();
  await openForm(page, person);
  await district(page).fill('Hillsborough');
  await signOut(page, person.firstName);
  await expectWaiting(page, 0);
  await openForm(elsewhere, person);
  await expect(district(elsewhere)).toHaveValue('Hillsborough');
});

test('answers from two devices are merged, and conflicts are shown', async ({
  page,
  elsewhere,
  watched,
}) => {
  watched.expectConsoleError(/ERR_FAILED|could not be/);
  const person = await confirmedApplicant();
  await openForm(page, person);
  await failSaves(page);
  await experience(page).fill('Twenty years');
  await district(page).fill('Hillsborough');
  await expect(unsaved(page)).toBeVisible();
  await openForm(elsewhere, person);
  await district(elsewhere).fill('Polk County');
  await position(elsewhere).fill('Teacher');
  await expect(saved(elsewhere)).toBeVisible();
  await page.unrouteAll();
  await page.reload();
  await expect(page.getByText(/changed in another window or on another device/)).toBeVisible();
  await expect(experience(page)).toHaveValue('Twenty years');
  await expect(position(page)).toHaveValue('Teacher');
  await expect(district(page)).toHaveValue('Hillsborough');
  await expectAccessibleView(page);
  await page.getByRole('button', { name: 'Use the other version' }).click();
  await expect(district(page)).toHaveValue('Polk County');
});
