// Habits of browsers and hands that Chromium and a mouse do not have by themselves: Safari focuses nothing that is pressed,
// iOS scrolls the page behind a dialog. And where toasts stand.
import { keyboard } from '../../support/input-methods.js';
import { expect, phone, test, wide } from '../../support/journey-test.js';
import { confirmedApplicant, people, signIn, signUp, startAs, toast } from '../../support/steps.js';

test.describe('as in Safari, where a press focuses nothing', () => {
  test.use({ viewport: wide });
  test.beforeEach(({ page }) =>
    page.addInitScript(() => {
      document.addEventListener('mousedown', (event) => {
        if (!(event.target instanceof Element) || !event.target.closest('a, button')) return;
        event.preventDefault();
        if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
      });
    }),
  );

  test('a link of a submenu opened by keyboard is followed, and Sign Out signs out', async ({
    page,
  }) => {
    const person = await confirmedApplicant(page);
    await startAs(page, person);
    await page.goto('/');
    const header = page.getByRole('banner');
    await keyboard.press(header.getByRole('button', { name: 'About submenu' }));
    await header.getByRole('link', { name: 'Mission & Vision' }).click();
    await expect(page).toHaveURL('/about/mission-vision');

    const user = header.getByRole('button', { name: person.firstName });
    await user.click();
    await expect(user).toHaveAttribute('aria-expanded', 'true');
    await page.getByRole('heading', { level: 1 }).click();
    await expect(user).toHaveAttribute('aria-expanded', 'false');
    await keyboard.press(user);
    await header.getByRole('button', { name: 'Sign Out' }).click();
    await expect(header.getByRole('link', { name: 'Sign In' })).toBeVisible();
  });
});

test('a toast over a dialog is touched and reached by keyboard without closing it', async ({
  page,
}) => {
  await signIn(page, await confirmedApplicant(page));
  const dialog = page.getByRole('dialog', { name: 'Apply for Membership' });
  await expect(dialog.getByRole('status', { name: 'Notifications' })).toBeVisible();
  await toast(page).getByText('Welcome back!').click();
  await expect(dialog).toBeVisible();
  await keyboard.press(toast(page).getByRole('button', { name: 'Dismiss' }));
  await expect(toast(page)).toBeEmpty();
  await expect(dialog.locator(':focus')).toHaveCount(1);
});

test.describe('on a phone', () => {
  test.use({ viewport: phone, hasTouch: true });

  test('a toast does not lie on what it speaks of', async ({ page }) => {
    await signUp(page, people.applicant());
    const card = toast(page).locator('[data-toast]');
    await expect(card).toContainText('Account created!');
    const [on, heading] = await Promise.all([
      card.boundingBox(),
      page.getByRole('heading', { name: 'Check your email' }).boundingBox(),
    ]);
    expect(heading!.y + heading!.height).toBeLessThan(on!.y);
    expect(on!.y + on!.height).toBeLessThanOrEqual(phone.height);
  });

  test('as on iOS, where a finger scrolls a page that is locked, the menu holds it still', async ({
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
