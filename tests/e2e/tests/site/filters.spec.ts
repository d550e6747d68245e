// Filters in the browser: history, live counts, and input before hydration. static-pages.test.ts covers the options.
import type { Page } from '@playwright/test';
import { expect, expectAccessible, test } from '../../support/journey-test.js';
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
  await search.pressSequentially('oHIo ');
  await expect(count(page)).toHaveText('Showing 2 of 12 teachers');
  await expect(search).toHaveValue('oHIo ');
  await search.fill('');
  await choose(page, 'State', 'Texas');
  await expect(count(page)).toHaveText('Showing 2 of 12 teachers');
  await choose(page, 'Grade', 'High School');
  await expect(count(page)).toHaveText('Showing 1 of 12 teachers');
  await choose(page, 'Subject', 'Physical Education');
  await choose(page, 'Year', '2025');
  await expect(count(page)).toHaveText('Showing 1 of 12 teachers');
  await expect(main(page).locator('article h3')).toHaveText(['Devon Carter']);
  await expect
    .poll(() => [...query(page).values()])
    .toEqual(['Texas', 'High School', 'Physical Education', '2025']);
  const address = page.url();
  await page.reload();
  await expect(count(page)).toHaveText('Showing 1 of 12 teachers');
  await expect(main(page).getByLabel('State', { exact: true })).toHaveValue('Texas');

  await page.getByRole('contentinfo').getByRole('link', { name: 'FAQ' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Frequently Asked Questions');
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

test('reports and posts are filtered, and the filters are kept in the URL', async ({ page }) => {
  await page.goto('/reports');
  await choose(page, 'Topic', 'Technology');
  await expect(count(page)).toHaveText('Showing 2 of 10 reports');
  await choose(page, 'Year', '2024');
  await expect(count(page)).toHaveText('Showing 1 of 10 reports');
  const library = main(page).getByRole('region', { name: 'Past Reports' });
  await expect(library.getByRole('heading', { level: 3 })).toHaveText(['Screens with a Purpose']);
  await expect.poll(() => [...query(page).values()]).toEqual(['Technology', '2024']);

  await page.goto('/blog');
  await main(page).getByRole('radio', { name: 'Forum Highlights' }).click();
  await expect(count(page)).toHaveText('Showing 3 of 9 posts');
  await expect(main(page).getByRole('article').getByRole('heading', { level: 3 })).toHaveText([
    'What 150 Teachers Told Us', // the featured story, in every category
    'The Question That Ran Long',
    'Two Days in the Valley',
    'First Night in the Dining Hall',
  ]);
  await expect(page).toHaveURL('/blog?category=forum-highlights');
  await page.reload();
  await expect(main(page).getByRole('radio', { name: 'Forum Highlights' })).toBeChecked();
  await expect(count(page)).toHaveText('Showing 3 of 9 posts');
  await main(page).getByRole('radio', { name: 'All Posts' }).click();
  await expect(count(page)).toHaveText('Showing 9 of 9 posts');
  await expect(page).toHaveURL('/blog');
  // Only a new path is announced and moves the focus.
  await expect(main(page).getByRole('radio', { name: 'All Posts' })).toBeFocused();
  await expect(page.locator('p[aria-live=polite]').last()).toBeEmpty();
  await page.goto('/blog?category=no-such-category');
  await expect(main(page).getByRole('radio', { name: 'All Posts' })).toBeChecked();
  await expect(count(page)).toHaveText('Showing 9 of 9 posts');
});

for (const [address, chosen, none, all, empty] of [
  [
    '/teachers?q=brooks&state=Ohio&year=1999',
    { State: 'Ohio', Year: 'all' },
    'Showing 0 of 12 teachers',
    'Showing 12 of 12 teachers',
    'No teachers match these filters',
  ],
  [
    '/reports?topic=Funding&year=2022',
    { Topic: 'Funding', Year: '2022' },
    'Showing 0 of 10 reports',
    'Showing 10 of 10 reports',
    'No report on that topic in that year',
  ],
] as const)
  test(`${address} finds nothing, and Clear filters shows all`, async ({ page }) => {
    await page.goto(address);
    await expect(count(page)).toHaveText(none);
    for (const [label, value] of Object.entries(chosen))
      await expect(main(page).getByLabel(label, { exact: true })).toHaveValue(value);
    await expect(main(page).getByText(empty)).toBeVisible();
    await expectAccessible(page);
    const clear = main(page).getByRole('button', { name: 'Clear filters' });
    await clear.click();
    await expect(count(page)).toHaveText(all);
    await expect(count(page)).toBeFocused();
    await expect(clear).toHaveCount(0);
    await expect.poll(() => [...query(page).keys()]).toEqual([]);
    for (const search of await main(page).getByRole('searchbox').all())
      await expect(search).toHaveValue('');
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
