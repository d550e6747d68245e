// Lists that are filtered in the browser: the choice takes effect, is announced, is in the URL and survives a reload.
import type { Page } from '@playwright/test';
import { options } from '../../../../ui/test/specification/lists.js';
import { expect, expectNoBarriers, test } from '../../support/journey-test.js';
import { holdBackCode } from '../../support/hydration.js';

const main = (page: Page) => page.getByRole('main');
const count = (page: Page) =>
  main(page)
    .getByRole('status')
    .filter({ hasText: /^Showing/ });
const query = (page: Page) => new URL(page.url()).searchParams;

/** The first option means everything. */
async function expectOptions(page: Page, label: string | RegExp, choices: readonly string[]) {
  const offered = main(page).getByLabel(label, { exact: true }).locator('option');
  await expect(offered).toHaveText([new RegExp(`^${options.all}`, 'i'), ...choices]);
}

const choose = (page: Page, label: string, option: string) =>
  main(page).getByLabel(label, { exact: true }).selectOption({ label: option });

test('the directory offers its options, starts with all teachers, and says how many it shows', async ({
  page,
}) => {
  await page.goto('/teachers');
  await expect(count(page)).toHaveText('Showing 12 of 12 teachers');
  await expectOptions(page, 'State', options.states);
  await expectOptions(page, 'Grade', options.grades);
  await expectOptions(page, 'Subject', options.subjects);
  await expectOptions(page, /year$/i, options.directoryYears);
});

test('search and filters of the directory combine, are kept in the URL, and survive reload and Back', async ({
  page,
}) => {
  await page.goto('/about');
  await page.goto('/teachers');
  const search = main(page).getByRole('searchbox');
  await search.fill('oHIo');
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
  // Choosing replaced the history entry, so that one Back leaves the directory.
  await page.goBack();
  await expect(page).toHaveURL('/about');
});

test('the teachers follow each letter; the address and the count that is read out wait for a pause', async ({
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

test('a search without results says so and can be cleared', async ({ page }) => {
  await page.goto('/teachers');
  await main(page).getByRole('searchbox').fill('nobody of this name');
  await expect(count(page)).toHaveText('Showing 0 of 12 teachers');
  await expectNoBarriers(page);
  await main(page).getByRole('button', { name: /clear/i }).first().click();
  await expect(count(page)).toHaveText('Showing 12 of 12 teachers');
  expect([...query(page).keys()]).toEqual([]);
});

test('the reports are filtered by topic and year', async ({ page }) => {
  await page.goto('/reports');
  await expectOptions(page, 'Topic', options.reportTopics);
  await expectOptions(page, 'Year', options.reportYears);
  await expect(count(page)).toHaveText('Showing 10 of 10 reports');
  await choose(page, 'Topic', 'Equity');
  await expect(count(page)).toHaveText('Showing 2 of 10 reports');
  await choose(page, 'Year', '2022');
  await expect(count(page)).toHaveText('Showing 1 of 10 reports');
  expect([...query(page).values()]).toEqual(['Equity', '2022']);
  await page.reload();
  await expect(count(page)).toHaveText('Showing 1 of 10 reports');
  await choose(page, 'Topic', 'Funding');
  await expect(count(page)).toHaveText(/^Showing 0 of/);
  await expectNoBarriers(page);
});

test('input made before the code of the page has loaded takes effect once it has', async ({
  page,
}) => {
  const letFiltersCome = await holdBackCode(page);
  await page.goto('/teachers');
  await choose(page, 'State', 'Ohio');
  await main(page).getByRole('searchbox').fill('Novak');
  letFiltersCome();
  await expect(count(page)).toHaveText('Showing 1 of 12 teachers');
  await expect(main(page).getByRole('searchbox')).toHaveValue('Novak');

  const letPostsCome = await holdBackCode(page);
  await page.goto('/blog');
  await main(page).getByRole('radio', { name: 'Research Reports' }).click();
  letPostsCome();
  await expect(count(page)).toHaveText('Showing 2 of 9 posts');
  await expect(page).toHaveURL('/blog?category=research-reports');

  const letFormCome = await holdBackCode(page);
  await page.goto('/contact');
  await main(page).getByLabel('Full Name').fill('Ada');
  await main(page).getByRole('checkbox').check();
  letFormCome();
  // Only a script makes the bar opaque.
  await page.evaluate(() => window.scrollTo(0, 200));
  await expect(page.locator('[data-opaque=true]')).toBeVisible();
  await expect(main(page).getByLabel('Full Name')).toHaveValue('Ada');
  await expect(main(page).getByRole('checkbox')).toBeChecked();
});

test('the posts of the blog are filtered by category', async ({ page }) => {
  await page.goto('/blog');
  const choice = (name: string) => main(page).getByRole('radio', { name });
  await expect(main(page).getByRole('radio')).toHaveCount(options.blogCategories.length);
  for (const [at, label] of options.blogCategories.entries())
    await expect(main(page).getByRole('radio').nth(at)).toHaveAccessibleName(label);
  await expect(choice('All Posts')).toBeChecked();
  await expect(count(page)).toHaveText('Showing 9 of 9 posts');
  await choice('Forum Highlights').click();
  await expect(count(page)).toHaveText('Showing 3 of 9 posts');
  await expect(page).toHaveURL('/blog?category=forum-highlights');
  await page.keyboard.press('ArrowRight');
  await expect(choice('Research Reports')).toBeChecked();
  await expect(count(page)).toHaveText('Showing 2 of 9 posts');
  await page.reload();
  await expect(choice('Research Reports')).toBeChecked();
  await choice('All Posts').click();
  await expect(page).toHaveURL('/blog');
});

test('a value that is not an option shows everything', async ({ page }) => {
  await page.goto('/teachers?state=Atlantis');
  await expect(count(page)).toHaveText('Showing 12 of 12 teachers');
  await page.goto('/blog?category=weather');
  await expect(count(page)).toHaveText('Showing 9 of 9 posts');
});
