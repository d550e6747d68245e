// Buttons of later features: the 'Feature Coming Soon' dialog, and buttons without an action (docs/product.md, 2.4).
import { hydrated } from '../../support/hydration.js';
import { expect, expectAccessible, test } from '../../support/journey-test.js';
import { zoomed } from '../../support/page-checks.js';

test('the dialog works at 400 % zoom, by keyboard, and with nothing to go back to', async ({
  page,
  context,
}) => {
  await page.goto('/about');
  const opened = context.waitForEvent('page');
  await page.evaluate(() => void window.open('/', '_blank', 'noopener'));
  const alone = await opened;
  await alone.setViewportSize(zoomed);
  await hydrated(alone);
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

for (const [path, count, features] of [
  [
    '/',
    3,
    [
      'Applying from this page',
      'The list of upcoming seminar dates',
      'Joining a forum from this page',
    ],
  ],
  ['/store', 12, ['The Doorway Collection']],
] as const)
  test(`each button of ${path} for a later feature opens the dialog, which names the feature`, async ({
    page,
  }) => {
    await page.goto(path);
    const openers = page.locator('main button:not([type=submit])');
    await expect(openers).toHaveCount(count);
    const dialog = page.getByRole('dialog', { name: 'Feature Coming Soon' });
    const named = new Set<string | null>();
    for (const opener of await openers.all()) {
      await opener.click();
      named.add(await dialog.getByText(/will be available soon\.$/).textContent());
      await page.keyboard.press('Escape');
      await expect(dialog).toHaveCount(0);
      await expect(opener).toBeFocused();
    }
    expect(named.size).toBe(count);
    for (const feature of features) expect(named).toContain(`${feature} will be available soon.`);
  });

test('only Go Back leaves the page', async ({ page }) => {
  await page.goto('/about');
  await page.goto('/store');
  const opener = page.getByRole('button', { name: 'Shop All Products' });
  const dialog = page.getByRole('dialog', { name: 'Feature Coming Soon' });
  const press = (name: string) => dialog.getByRole('button', { name }).click();
  for (const close of [
    () => press('Close'),
    () => press('Stay on this page'),
    () => page.mouse.click(5, 5),
  ]) {
    await opener.click();
    await expect(dialog).toBeVisible();
    await close();
    await expect(dialog).toHaveCount(0);
    await expect(opener).toBeFocused();
    await expect(page).toHaveURL('/store');
  }
  await opener.click();
  await press('Go Back');
  await expect(page).toHaveURL('/about');
});

for (const [path, selector, count] of [
  ['/educators-forum', 'main button', 3],
  ['/donate', '[role=tabpanel] p:has(a) + button', 4],
] as const)
  test(`the ${count} buttons of ${path} that have no action change nothing`, async ({ page }) => {
    await page.goto(path);
    const buttons = page.locator(selector);
    await expect(buttons).toHaveCount(count);
    const main = page.getByRole('main');
    const before = await main.innerHTML();
    // Three of the buttons on /donate are in closed tabs.
    await buttons.evaluateAll((all: HTMLButtonElement[]) => all.forEach((one) => one.click()));
    const isUnchanged = (await main.innerHTML()) === before;
    expect(isUnchanged).toBe(true);
    await expect(page).toHaveURL(path);
  });
