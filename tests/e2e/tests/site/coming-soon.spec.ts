// The 'Feature Coming Soon' dialog in a real browser. use-coming-soon.test.tsx covers its texts and buttons.
import { expect, expectAccessible, test } from '../../support/journey-test.js';

test('the dialog works at 400 % zoom, by keyboard, and with nothing to go back to', async ({
  page,
  context,
}) => {
  await page.goto('/about');
  const opened = context.waitForEvent('page');
  await page.evaluate(() => void window.open('/', '_blank', 'noopener'));
  const alone = await opened;
  await alone.setViewportSize({ width: 320, height: 256 });
  expect(await alone.evaluate(() => history.length)).toBe(1);
  const dialog = alone.getByRole('dialog', { name: 'Feature Coming Soon' });
  const apply = alone
    .getByRole('main')
    .getByRole('button', { name: 'Apply to Join the Educators Forum' });

  await apply.press('Enter');
  await expect(dialog).toContainText('We are sorry but that feature is currently unavailable.');
  await expectAccessible(alone);
  await expect(alone.locator(':focus')).toBeInViewport({ ratio: 1 });
  await alone.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await expect(apply).toBeFocused();

  await alone.keyboard.press('Enter');
  const goBack = dialog.getByRole('button', { name: 'Go Back' });
  await expect(dialog).toBeVisible();
  while (!(await goBack.evaluate((button) => button === document.activeElement)))
    await alone.keyboard.press('Tab');
  await expect(goBack).toBeInViewport({ ratio: 1 });
  await alone.keyboard.press('Enter');
  await expect(dialog).toHaveCount(0);
  await expect(alone).toHaveURL('/');
});

for (const [path, opener, way, href] of [
  ['/', 'Apply to Join the Educators Forum', 'Create an account', '/auth#sign-up'],
  ['/store', 'Add to Cart', 'Write to the Store', 'mailto:shop@educatorsforum.example'],
] as const) {
  test(`on ${path} the filled button is the way that works today, and Go Back is outlined`, async ({
    page,
  }) => {
    await page.goto(path);
    await page.getByRole('main').getByRole('button', { name: opener }).first().click();
    const dialog = page.getByRole('dialog', { name: 'Feature Coming Soon' });
    const works = dialog.getByRole('link', { name: way, exact: true });
    await expect(works).toBeFocused();
    await expect(works).toHaveAttribute('href', href);
    const ink = 'rgb(22, 50, 79)';
    await expect(works).toHaveCSS('background-color', ink);
    const goBack = dialog.getByRole('button', { name: 'Go Back' });
    await expect(goBack).toHaveCSS('background-color', 'rgba(0, 0, 0, 0)');
    await expect(goBack).toHaveCSS('border-top-color', ink);
  });
}
