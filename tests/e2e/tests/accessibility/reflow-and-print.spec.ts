// Print, reflow, text spacing and large text on every public page, and the parallax of the hero image.
import type { Page } from '@playwright/test';
import { confirmedApplicant } from '../../support/applicants.js';
import { expect, phone, test } from '../../support/journey-test.js';
import { expectNoHorizontalScroll } from '../../support/page-checks.js';
import { pendingApplications } from '../../support/seed.js';
import { publicScreens } from '../../support/specified-words.js';
import { administrator } from '../../support/stack.js';
import { startAs } from '../../support/steps.js';

/** Runs in the page. Returns texts whose phone number, 'K-12' or 'e-mail' breaks across lines. */
function brokenWords(): string[] {
  const broken: string[] = [];
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const node = texts.currentNode as Text;
    for (const { 0: word, index } of node.data.matchAll(/K-12|e-mail|\(\d{3}\) \d{3}-\d{4}/gi)) {
      const range = new Range();
      range.setStart(node, index);
      range.setEnd(node, index + word.length);
      if (range.getClientRects().length > 1) broken.push(node.data);
    }
  }
  return broken;
}

/** WCAG 1.4.12: users may set their own text spacing. */
const TEXT_SPACING = `
  * { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important }
  p { margin-bottom: 2em !important }`;

/** WCAG 1.4.4: text at 200 %. */
const doubleTextSize = (page: Page) =>
  page.evaluate(() => {
    document.documentElement.style.fontSize = '200%';
  });

for (const { path } of publicScreens) {
  test(`${path} prints only its content`, async ({ page }) => {
    await page.goto(path);
    await page.emulateMedia({ media: 'print' });
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.locator('header').first()).toBeHidden();
    await expect(page.locator('footer').last()).toBeHidden();
    for (const control of await page
      .getByRole('main')
      .locator('button:not([data-print=show]), form')
      .all())
      await expect(control).toBeHidden();
    const folded = page.getByRole('main').locator('details > :not(summary), [role=tabpanel]');
    for (const part of await folded.all()) await expect(part).toBeVisible();
    // Printing loads pictures that are still out of view.
    await page.pdf({ format: 'Letter' });
    const missing = () =>
      page.evaluate(() => [...document.images].filter(({ naturalWidth }) => !naturalWidth).length);
    await expect.poll(missing).toBe(0);
  });

  test(`${path} reflows at any width, text spacing and text size`, async ({ page }) => {
    await page.goto(path);
    await page.evaluate(() =>
      document.querySelectorAll('details').forEach((one) => (one.open = true)),
    );
    for (const width of [320, 375, 440, 640, 1024, 1210, 1280]) {
      await page.setViewportSize({ width, height: 740 });
      expect(await page.evaluate(brokenWords), `${width} px wide`).toEqual([]);
    }
    await page.setViewportSize(phone);
    await doubleTextSize(page);
    await expectNoHorizontalScroll(page);
    await page.reload();
    await page.evaluate((styles) => {
      const sheet = new CSSStyleSheet();
      sheet.replaceSync(styles);
      document.adoptedStyleSheets = [sheet];
    }, TEXT_SPACING);
    for (const width of [1280, 360, 320]) {
      await page.setViewportSize({ width, height: 740 });
      await expectNoHorizontalScroll(page);
    }
  });
}

test('the pages of signed-in users fit a phone at double text size', async ({
  page,
  elsewhere,
}) => {
  const expectFit = async (screen: Page, path: string, ready: string | RegExp) => {
    await screen.setViewportSize(phone);
    await screen.goto(path);
    await expect(screen.getByText(ready).first()).toBeVisible();
    await doubleTextSize(screen);
    await expectNoHorizontalScroll(screen);
  };
  await startAs(page, await confirmedApplicant());
  await expectFit(page, '/apply', 'Step 1 of 3');
  await expectFit(page, '/account', 'Delete my account');
  await startAs(elsewhere, administrator());
  await expectFit(elsewhere, '/admin', 'Total');
  const { ids } = await pendingApplications(1);
  await expectFit(elsewhere, `/admin?application=${ids[0]}`, 'Teaching Experience');
});

test('the hero image moves only from 768 px up and not with reduced motion', async ({ page }) => {
  const moves = async () => {
    await page.reload();
    const top = () =>
      page
        .locator('main img')
        .first()
        .evaluate((image) => getComputedStyle(image).translate + getComputedStyle(image).transform);
    const before = await top();
    await page.evaluate(() => window.scrollTo(0, 150));
    await page.evaluate(
      () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
    );
    return (await top()) !== before;
  };
  await page.setViewportSize({ width: 768, height: 700 });
  await page.goto('/about');
  expect(await moves()).toBe(true);
  await page.setViewportSize({ width: 767, height: 700 });
  expect(await moves()).toBe(false);
  await page.setViewportSize({ width: 1280, height: 700 });
  await page.emulateMedia({ reducedMotion: 'reduce' });
  expect(await moves()).toBe(false);
});
