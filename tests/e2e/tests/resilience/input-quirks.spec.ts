// Toasts and scroll locking on touch devices.
import type { Locator, Page } from '@playwright/test';
import { newApplicant } from '../../support/applicants.js';
import { expect, phone, test } from '../../support/journey-test.js';
import { signUp, toast } from '../../support/steps.js';

/** The toast covers none of the texts. */
async function expectUncovered(page: Page, title: string, texts: readonly Locator[]) {
  const card = toast(page).locator('[data-toast]');
  await expect(card).toContainText(title);
  await expect(card).toBeInViewport({ ratio: 1 });
  const box = (await card.boundingBox())!;
  for (const text of texts) {
    const { x, y, width, height } = (await text.boundingBox())!;
    const isBeside = x + width <= box.x || box.x + box.width <= x;
    const isAboveOrBelow = y + height <= box.y || box.y + box.height <= y;
    expect(isBeside || isAboveOrBelow, String(text)).toBe(true);
  }
}

for (const viewport of [phone, { width: 768, height: 1024 }, { width: 1280, height: 800 }])
  test.describe(`in a window of ${viewport.width} px`, () => {
    test.use({ viewport, hasTouch: viewport === phone });

    test('after sign-up the toast covers neither the sentence nor the code field', async ({
      page,
    }) => {
      await signUp(page, newApplicant());
      const main = page.getByRole('main');
      const sentence = main.getByText('Please check your email to verify your account.');
      const code = main.getByRole('textbox', { name: 'Code' });
      await expectUncovered(page, 'Account created!', [sentence, code]);
      await code.click();
      await page.keyboard.type('12');
      await expectUncovered(page, 'Account created!', [code]);
    });

    test('after Send Message the toast does not cover the sentence that nothing was sent', async ({
      page,
    }) => {
      await page.goto('/contact');
      for (const [name, text] of [
        ['Full Name', 'Ada Lovelace'],
        ['Email Address', 'ada@school.example'],
        ['Message', 'Good morning'],
      ] as const)
        await page.getByRole('textbox', { name }).pressSequentially(text);
      await page.getByLabel('Subject').selectOption('general-question');
      await page.getByRole('button', { name: 'Send Message' }).press('Enter');
      const sentence = page.getByText('so your message has reached no one');
      await sentence.scrollIntoViewIfNeeded();
      await expectUncovered(page, 'Message Sent Successfully', [sentence]);
    });
  });

test.describe('on a phone', () => {
  test.use({ viewport: phone, hasTouch: true });

  test('the open menu stops touch scrolling even where the overflow lock has no effect, as on iOS', async ({
    page,
  }) => {
    await page.goto('/about');
    await page.getByRole('button', { name: 'Open menu' }).click();
    await expect(page.getByRole('dialog', { name: 'Menu' })).toBeVisible();
    await page.evaluate(() =>
      document.documentElement.style.setProperty('overflow', 'auto', 'important'),
    );
    const session = await page.context().newCDPSession(page);
    await session.send('Input.synthesizeScrollGesture', {
      x: 180,
      y: 600,
      yDistance: -400,
      gestureSourceType: 'touch',
    });
    expect(await page.evaluate(() => window.scrollY)).toBe(0);
  });
});
