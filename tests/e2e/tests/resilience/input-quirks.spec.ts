// Toasts and scroll locking on touch devices.
import { newApplicant } from '../../support/applicants.js';
import { expect, phone, test } from '../../support/journey-test.js';
import { signUp, toast } from '../../support/steps.js';

test.describe('on a phone', () => {
  test.use({ viewport: phone, hasTouch: true });

  test('a toast does not cover the text it refers to', async ({ page }) => {
    await signUp(page, newApplicant());
    const card = toast(page).locator('[data-toast]');
    await expect(card).toContainText('Account created!');
    const [box, heading] = await Promise.all([
      card.boundingBox(),
      page.getByRole('heading', { name: 'Check your email' }).boundingBox(),
    ]);
    expect(heading!.y + heading!.height).toBeLessThan(box!.y);
    expect(box!.y + box!.height).toBeLessThanOrEqual(phone.height);
  });

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
