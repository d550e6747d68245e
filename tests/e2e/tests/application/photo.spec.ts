// The headshot of an application: refused, uploaded, removed, submitted, and shown to the administrator.
import type { Page } from '@playwright/test';
import { confirmedApplicant } from '../../support/applicants.js';
import { expect, expectAccessible, test } from '../../support/journey-test.js';
import { administrator } from '../../support/stack.js';
import { fillApplication, openAs, startAs, submitApplication } from '../../support/steps.js';
import { forgetSession } from '../../support/stored-session.js';

// The trace recorder fetches the preview's blob, which the content security policy rightly blocks.
test.use({ trace: 'off' });

const field = (page: Page) => page.getByLabel('Profile Photo');
const uploaded = (page: Page) => page.getByText('Uploaded', { exact: true }).first();

/** Chooses a photo; returns the URL that the server gives it. */
async function choose(page: Page, name: string, buffer: Buffer): Promise<string> {
  const answer = page.waitForResponse((response) => response.url().endsWith('/api/headshots'));
  await field(page).setInputFiles({ name, mimeType: 'image/jpeg', buffer });
  const { headshot_url: url } = (await (await answer).json()) as { headshot_url: string };
  await expect(uploaded(page)).toBeVisible();
  return url;
}

test('a teacher adds a photo, and the administrator sees it', async ({ page, watched }) => {
  const teacher = await confirmedApplicant();
  await startAs(page, teacher);
  await page.getByRole('button', { name: 'Apply Now' }).click();
  await fillApplication(page);
  const photo = await page.screenshot({ type: 'jpeg' });

  await test.step('a file that is not an image is refused with the reason', async () => {
    watched.expectConsoleError(/415/);
    const buffer = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>');
    await field(page).setInputFiles({ name: 'me.jpg', mimeType: 'image/jpeg', buffer });
    await expect(page.getByText(/isn’t a JPEG, PNG or WebP image/).first()).toBeVisible();
    await expectAccessible(page);
    await expect(page.getByText('me.jpg')).toHaveCount(0);
  });

  await test.step('a removed photo is deleted on the server', async () => {
    const url = await choose(page, 'first.jpg', photo);
    expect((await page.request.get(url)).status()).toBe(200);
    const gone = page.waitForResponse((answer) => answer.request().method() === 'DELETE');
    await page.getByRole('button', { name: 'Remove first.jpg' }).click();
    expect((await gone).status()).toBe(204);
    await expect(page.getByText('first.jpg')).toHaveCount(0);
    expect((await page.request.get(url)).status()).toBe(404);
  });

  await test.step('the photo survives changing steps and is submitted', async () => {
    await choose(page, 'second.jpg', photo);
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Previous' }).click();
    await page.getByRole('button', { name: 'Next' }).click();
    await expect(page.getByText('second.jpg')).toBeVisible();
    await submitApplication(page);
    await forgetSession(page);
  });

  await test.step('the administrator sees it', async () => {
    await openAs(page, administrator(), '/admin');
    const row = page.getByRole('row').filter({ hasText: teacher.email });
    await row.getByRole('button', { name: /^view/i }).click();
    const shown = page.getByRole('img', { name: 'Profile photo of Nadia Okafor' });
    await expect(shown).toBeVisible();
    await expect.poll(() => shown.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBe(1024);
    await expectAccessible(page);
  });
});
