// The draft of an application: whatever happens to the page, the line or the session, nothing typed is lost, and nobody
// else sees it.
import type { Page, Route } from '@playwright/test';
import { walks } from '../hands.js';
import { expect, expectSoundView, test, wide } from '../journey-test.js';
import {
  confirmedApplicant,
  fillApplication,
  type Person,
  signOut,
  startAs,
  toast,
} from '../steps.js';

// The trace recorder fetches the preview's blob, which the content security policy rightly blocks.
test.use({ viewport: wide, trace: 'off' });

const draftUrl = '**/api/applications/draft';
const experience = (page: Page) => page.getByLabel('Teaching Experience');
const position = (page: Page) => page.getByLabel('Current Teaching Position');
const district = (page: Page) => page.getByLabel('School District');
const saved = (page: Page) => page.getByText('Saved', { exact: true });
const unsaved = (page: Page) => page.getByText('Not saved yet', { exact: true });
const restored = (page: Page) => page.getByText('Your answers are back.');
/** How much waits in this tab. */
const waiting = (page: Page) =>
  page.evaluate(
    () => Object.keys(sessionStorage).filter((key) => key.includes('.waiting.')).length,
  );

async function openForm(page: Page, person: Person): Promise<void> {
  await startAs(page, person);
  await page.goto('/apply');
  await expect(page.getByText('Step 1 of 3')).toBeVisible();
}

async function fillFirstStep(page: Page): Promise<void> {
  await experience(page).fill('Twenty years');
  await position(page).fill('Teacher');
  await district(page).fill('Hillsborough');
}

const save = (route: Route) => route.request().method() === 'PUT';
/** Every save is answered like this; readings go through. */
const saves = (page: Page, answer: (route: Route) => Promise<void>) =>
  page.route(draftUrl, (route) => (save(route) ? answer(route) : route.continue()));

test('an application begun in a browser that was killed goes on in another one, with its photo', async ({
  page,
  elsewhere,
  browser,
  baseURL,
  watched,
}) => {
  const person = await confirmedApplicant(page);
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
  await expectSoundView(elsewhere);
  await elsewhere.getByRole('button', { name: 'Next' }).click();
  await elsewhere.getByRole('button', { name: 'Next' }).click();
  const photo = elsewhere.getByRole('img', { name: 'Preview of your photo' });
  await expect(photo).toBeVisible();
  await expect.poll(() => photo.evaluate((it: HTMLImageElement) => it.naturalWidth)).toBe(1024);
  await expectSoundView(elsewhere);

  await test.step('the submission takes the draft with it', async () => {
    await elsewhere.getByRole('button', { name: 'Submit Application' }).click();
    await expect(elsewhere.getByRole('heading', { name: 'Application Received!' })).toBeVisible();
    expect(await waiting(elsewhere)).toBe(0);
    const token = await elsewhere.evaluate(
      () =>
        (
          JSON.parse(localStorage.getItem('educators-forum.session') ?? '{}') as {
            accessToken: string;
          }
        ).accessToken,
    );
    const answer = await elsewhere.request.get('/api/applications/draft', {
      headers: { Authorization: `Bearer ${token}` },
    });
    expect(await answer.json()).toEqual({ fields: {}, step: 1, updated_at: null });
  });
});

test('the last words before the tab is closed are saved', async ({ page, elsewhere }) => {
  const person = await confirmedApplicant(page);
  await openForm(page, person);
  await district(page).fill('Hillsborough');
  const closed = page.waitForEvent('close');
  await page.close({ runBeforeUnload: true });
  await closed;
  await openForm(elsewhere, person);
  await expect(district(elsewhere)).toHaveValue('Hillsborough');
});

test('a session that ends in the middle of the form loses nothing', async ({ page, watched }) => {
  watched.expectConsoleError(/401|could not be/);
  const person = await confirmedApplicant(page);
  await openForm(page, person);
  await experience(page).fill('Twenty years');
  await expect(saved(page)).toBeVisible();
  const token = await page.evaluate(
    () =>
      (
        JSON.parse(localStorage.getItem('educators-forum.session') ?? '{}') as {
          accessToken: string;
        }
      ).accessToken,
  );
  await page.request.delete('/api/auth/sessions', {
    headers: { Authorization: `Bearer ${token}` },
  });
  await district(page).fill('Hillsborough');
  await expect(page).toHaveURL('/auth');
  await expect(toast(page)).toContainText('Your answers are still here.');
  await page.reload();
  await startAs(page, person);
  await page.getByRole('button', { name: 'Apply Now' }).click();
  await expect(experience(page)).toHaveValue('Twenty years');
  await expect(district(page)).toHaveValue('Hillsborough');
  await expect(saved(page)).toBeVisible();
  expect(await waiting(page)).toBe(0);
});

test('without a line the form goes on, and is saved when the line is back', async ({
  page,
  elsewhere,
  watched,
}) => {
  watched.expectConsoleError(/ERR_INTERNET_DISCONNECTED|could not be/);
  const person = await confirmedApplicant(page);
  await openForm(page, person);
  await page.context().setOffline(true);
  await fillFirstStep(page);
  await expect(unsaved(page)).toBeVisible();
  await expect(page.getByRole('status').filter({ hasText: 'kept in this tab' })).toBeAttached();
  await expectSoundView(page);
  await page.getByRole('button', { name: 'Next' }).click();
  await expect(page.getByText('Step 2 of 3')).toBeVisible();
  await page.getByLabel('City').fill('Tampa');
  expect(await waiting(page)).toBe(1);
  await page.context().setOffline(false);
  await expect(saved(page)).toBeVisible();
  expect(await waiting(page)).toBe(0);

  await openForm(elsewhere, person);
  await expect(district(elsewhere)).toHaveValue('Hillsborough');
  await elsewhere.getByRole('button', { name: 'Next' }).click();
  await expect(elsewhere.getByLabel('City')).toHaveValue('Tampa');
});

for (const { what, answer } of [
  { what: 'are lost', answer: (route: Route) => route.abort() },
  { what: 'are answered 503', answer: (route: Route) => route.fulfill({ status: 503 }) },
])
  test(`saves that ${what} hold up no step, and a reload brings everything back`, async ({
    page,
    watched,
  }) => {
    watched.expectConsoleError(/503|ERR_FAILED|could not be/);
    await openForm(page, await confirmedApplicant(page));
    await saves(page, answer);
    await fillFirstStep(page);
    await page.getByRole('button', { name: 'Next' }).click();
    await page.getByLabel('City').fill('Tampa');
    await expect(unsaved(page)).toBeVisible();
    await page.reload();
    await expect(page.getByText('Step 2 of 3')).toBeVisible();
    await expect(page.getByLabel('City')).toHaveValue('Tampa');
    await expect(restored(page)).toBeVisible();
    await page.unrouteAll();
    await expect(saved(page)).toBeVisible({ timeout: 20_000 });
    expect(await waiting(page)).toBe(0);
  });

test('a first save that is late does not win over a later one', async ({ page, elsewhere }) => {
  const person = await confirmedApplicant(page);
  await openForm(page, person);
  let release = () => {};
  const released = new Promise<void>((done) => (release = done));
  let held = 0;
  await saves(page, async (route) => {
    if ((held += 1) === 1) await released;
    await route.continue();
  });
  await district(page).fill('Hills');
  await expect.poll(() => held).toBe(1);
  await district(page).fill('Hillsborough');
  await page.getByText('Saving', { exact: true }).waitFor();
  release();
  await expect(saved(page)).toBeVisible();
  expect(held).toBe(2);
  await openForm(elsewhere, person);
  await expect(district(elsewhere)).toHaveValue('Hillsborough');
});

test('the last words before Sign Out are saved, and nothing of them stays in the browser', async ({
  page,
  elsewhere,
}) => {
  const person = await confirmedApplicant(page);
  await openForm(page, person);
  await district(page).fill('Hillsborough');
  await signOut(page, person.firstName);
  expect(await waiting(page)).toBe(0);
  await openForm(elsewhere, person);
  await expect(district(elsewhere)).toHaveValue('Hillsborough');
});

test('the next person in the same tab sees nothing of what waited there', async ({
  page,
  watched,
}) => {
  watched.expectConsoleError(/ERR_FAILED|could not be/);
  const [one, other] = [await confirmedApplicant(page), await confirmedApplicant(page)];
  await openForm(page, one);
  await saves(page, (route) => route.abort());
  await district(page).fill('Hillsborough');
  await expect(unsaved(page)).toBeVisible();
  expect(await waiting(page)).toBe(1);
  // The session is gone by itself, so that what waits stays for its owner.
  await page.evaluate(() => localStorage.clear());
  await page.goto('/auth');
  expect(await waiting(page)).toBe(1);
  await startAs(page, other);
  expect(await waiting(page)).toBe(0);
  await page.goto('/apply');
  await expect(district(page)).toHaveValue('');
  await expect(restored(page)).toHaveCount(0);
});

test('two devices that answer at the same time keep both, and are told where they differ', async ({
  page,
  elsewhere,
  watched,
}) => {
  watched.expectConsoleError(/ERR_FAILED|could not be/);
  const person = await confirmedApplicant(page);
  await openForm(page, person);
  await saves(page, (route) => route.abort());
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
  await expectSoundView(page);
  await page.getByRole('button', { name: 'Load the other one' }).click();
  await expect(district(page)).toHaveValue('Polk County');
});

for (const { name, viewport, by } of walks)
  test.describe(name, () => {
    test.use({ viewport });

    test('Start over asks once, and everything is gone', async ({ page, elsewhere }) => {
      const person = await confirmedApplicant(page);
      await openForm(page, person);
      await fillFirstStep(page);
      await expect(saved(page)).toBeVisible();
      await page.reload();
      await expect(restored(page)).toBeVisible();
      const startOver = page.getByRole('button', { name: 'Start over' });
      await by.press(startOver);
      await expectSoundView(page);
      await by.press(page.getByRole('button', { name: 'Keep my answers' }));
      await expect(startOver).toBeFocused();
      await expect(district(page)).toHaveValue('Hillsborough');
      await by.press(startOver);
      await by.press(page.getByRole('button', { name: 'Delete my answers' }));
      await expect(page.getByRole('heading', { name: 'Professional Information' })).toBeFocused();
      await expect(district(page)).toHaveValue('');
      await expect(restored(page)).toHaveCount(0);
      await expectSoundView(page);
      await page.reload();
      await expect(district(page)).toHaveValue('');
      await openForm(elsewhere, person);
      await expect(district(elsewhere)).toHaveValue('');
    });
  });
