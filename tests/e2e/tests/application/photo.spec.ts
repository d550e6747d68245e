// The photo of an application: chosen, refused, replaced, removed, submitted, and seen by the administrator.
import type { Page } from '@playwright/test';
import { firstLink, mailTo } from '../../support/mailbox.js';
import { expect, expectNoBarriers, test } from '../../support/journey-test.js';
import { administrator, stack } from '../../support/stack.js';
import { confirm, fillApplication, people, signIn, signOut, signUp } from '../../support/steps.js';

// The trace recorder fetches the preview's blob, which the content security policy rightly blocks.
test.use({ trace: 'off' });

const field = (page: Page) => page.getByLabel('Profile Photo');
const uploaded = (page: Page) => page.getByText('Uploaded', { exact: true }).first();

/** A real photo: a screenshot of the page. */
const photoOf = (page: Page) => page.screenshot({ type: 'jpeg' });

/** Chooses a photo; returns the URL that the server gives it. */
async function choose(page: Page, name: string, buffer: Buffer): Promise<string> {
  const answer = page.waitForResponse((response) => response.url().endsWith('/api/headshots'));
  await field(page).setInputFiles({ name, mimeType: 'image/jpeg', buffer });
  const { headshot_url: url } = (await (await answer).json()) as { headshot_url: string };
  await expect(uploaded(page)).toBeVisible();
  return url;
}

test('a teacher adds a photo, and the administrator sees it', async ({ page, watched }) => {
  const teacher = people.applicant();
  await signUp(page, teacher);
  await page.goto(firstLink(await mailTo(teacher.email, /confirm/i)));
  await confirm(page);
  await signIn(page, teacher);
  await page.getByRole('button', { name: 'Apply Now' }).click();
  await fillApplication(page);
  const photo = await photoOf(page);

  await test.step('a file that is not a photo is refused with the reason', async () => {
    watched.expectConsoleError(/415/);
    const buffer = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>');
    await field(page).setInputFiles({ name: 'me.jpg', mimeType: 'image/jpeg', buffer });
    await expect(page.getByText(/not a JPEG, PNG or WebP image/).first()).toBeVisible();
    await expectNoBarriers(page);
    await page.getByRole('button', { name: 'Remove me.jpg' }).click();
    await expect(page.getByText('me.jpg')).toHaveCount(0);
  });

  await test.step('a file that is too large is refused before it is sent', async () => {
    const buffer = Buffer.alloc(5 * 1024 * 1024 + 1);
    await field(page).setInputFiles({ name: 'huge.jpg', mimeType: 'image/jpeg', buffer });
    await expect(page.getByText(/larger than 5 MB/).first()).toBeVisible();
  });

  await test.step('a removed photo is gone from the server', async () => {
    const url = await choose(page, 'first.jpg', photo);
    expect((await page.request.get(url)).status()).toBe(200);
    const gone = page.waitForResponse((answer) => answer.request().method() === 'DELETE');
    await page.getByRole('button', { name: 'Remove first.jpg' }).click();
    expect((await gone).status()).toBe(204);
    await expect(page.getByText('first.jpg')).toHaveCount(0);
    expect((await page.request.get(url)).status()).toBe(404);
  });

  await test.step('a photo kept through the steps goes with the application', async () => {
    await choose(page, 'second.jpg', photo);
    await expectNoBarriers(page);
    await page.getByRole('button', { name: 'Previous' }).click();
    await page.getByRole('button', { name: 'Next' }).click();
    await expect(page.getByText('second.jpg')).toBeVisible();
    await page.getByRole('button', { name: 'Submit Application' }).click();
    await expect(page.getByRole('heading', { name: 'Application Received!' })).toBeVisible();
    await signOut(page, teacher.firstName);
  });

  await test.step('the administrator sees it', async () => {
    await signIn(page, administrator());
    await expect(page).toHaveURL(`${stack().url}/`);
    await page.goto('/admin');
    const row = page.getByRole('row').filter({ hasText: teacher.email });
    await row.getByRole('button', { name: /^view/i }).click();
    const shown = page.getByRole('img', { name: 'Profile photo of Nadia Okafor' });
    await expect(shown).toBeVisible();
    await expect.poll(() => shown.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBe(1024);
    await expectNoBarriers(page);
  });
});
