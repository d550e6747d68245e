// Filters in the browser: history, live counts, and input before hydration. The page tests in ui/src cover the options.
import type { Page } from '@playwright/test';
import { expect, test } from '../../support/journey-test.js';
import { delayHydration } from '../../support/hydration.js';

const main = (page: Page) => page.getByRole('main');
const count = (page: Page) =>
  main(page)
    .getByRole('status')
    .filter({ hasText: /^Showing/ });
const query = (page: Page) => new URL(page.url()).searchParams;

const choose = (page: Page, label: string, option: string) =>
  main(page).getByLabel(label, { exact: true }).selectOption({ label: option });

test('directory filters combine, are kept in the URL, and survive reload and Back', async ({
  page,
}) => {
  await page.goto('/about');
  await page.goto('/teachers');
  const search = main(page).getByRole('searchbox');
  await search.pressSequentially('oHIo');
  await expect(count(page)).toHaveText('Showing 2 of 12 teachers');
  await search.fill('');
  await choose(page, 'State', 'Texas');
  await expect(count(page)).toHaveText('Showing 2 of 12 teachers');
  await choose(page, 'Grade', 'High School');
  await expect(count(page)).toHaveText('Showing 1 of 12 teachers');
  expect([...query(page).values()]).toEqual(['Texas', 'High School']);
  const address = page.url();
  await page.reload();
  await expect(count(page)).toHaveText('Showing 1 of 12 teachers');
  await expect(main(page).getByLabel('State', { exact: true })).toHaveValue('Texas');

  await page.getByRole('contentinfo').getByRole('link', { name: 'FAQ' }).click();
  await expect(page).toHaveURL('/faq');
  await page.goBack();
  await expect(page).toHaveURL(address);
  await expect(count(page)).toHaveText('Showing 1 of 12 teachers');
  // A choice replaces the history entry, so one Back leaves the directory.
  await page.goBack();
  await expect(page).toHaveURL('/about');
});

test('teachers are filtered at each letter, while the URL and the announced count wait for a pause', async ({
  page,
}) => {
  await page.clock.install();
  await page.goto('/teachers');
  await page.clock.pauseAt(Date.now() + 3_600_000);
  const cards = main(page).locator('article h3');
  const all = await cards.count();
  await main(page).getByRole('searchbox').fill('ohio');
  await expect.poll(() => cards.count()).toBeLessThan(all);
  const shown = await cards.count();
  await page.clock.runFor(249);
  await expect(count(page)).toHaveText('Showing 12 of 12 teachers');
  expect([...query(page).keys()]).toEqual([]);
  await page.clock.runFor(1);
  await expect(count(page)).toHaveText(`Showing ${shown} of 12 teachers`);
  await expect(page).toHaveURL('/teachers?q=ohio');
});

test('input before hydration takes effect after it', async ({ page }) => {
  const hydrateFilters = await delayHydration(page);
  await page.goto('/teachers');
  await choose(page, 'State', 'Ohio');
  await main(page).getByRole('searchbox').fill('Novak');
  hydrateFilters();
  await expect(count(page)).toHaveText('Showing 1 of 12 teachers');
  await expect(main(page).getByRole('searchbox')).toHaveValue('Novak');

  const hydratePosts = await delayHydration(page);
  await page.goto('/blog');
  await main(page).getByRole('radio', { name: 'Research Reports' }).click();
  hydratePosts();
  await expect(count(page)).toHaveText('Showing 2 of 9 posts');
  await expect(page).toHaveURL('/blog?category=research-reports');

  const hydrateForm = await delayHydration(page);
  await page.goto('/contact');
  await main(page).getByLabel('Full Name').fill('Ada');
  await main(page).getByRole('checkbox').check();
  hydrateForm();
  // The bar becomes opaque only after hydration.
  await page.evaluate(() => window.scrollTo(0, 200));
  await expect(page.locator('[data-opaque=true]')).toBeVisible();
  await expect(main(page).getByLabel('Full Name')).toHaveValue('Ada');
  await expect(main(page).getByRole('checkbox')).toBeChecked();
});
