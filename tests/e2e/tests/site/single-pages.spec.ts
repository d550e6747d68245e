// What only one page has: the counters of the home page, the citation of a report, and the API documentation.
import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { home } from '../../../../ui/test/specification/public-screens.js';
import { expect, test } from '../../support/journey-test.js';
import { stack } from '../../support/stack.js';

const final = home.counters.map(([figure]) => figure);

const figures = (page: Page) => page.getByRole('region', { name: home.figures });

/** The visible numbers. Those for assistive technology are separate elements. */
async function shown(page: Page): Promise<string[]> {
  const texts = await figures(page).locator('[aria-hidden="true"]').allTextContents();
  return texts.map((text) => text.trim()).filter((text) => /^\d+%?$/.test(text));
}

// counter.test.tsx covers the duration, and that a counter counts once.
test('the counters start at 0 and count once they are in view', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 700 });
  await page.goto('/');
  expect((await shown(page)).map((text) => parseInt(text, 10))).toEqual([0, 0, 0, 0, 0]);
  await figures(page).getByText(home.counters[0][1]).scrollIntoViewIfNeeded();
  await expect.poll(() => shown(page)).toEqual(final);
});

test('reduced motion shows the final figures at once and animates nothing', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto('/');
  await expect.poll(() => shown(page)).toEqual(final);
  const moving = await page.evaluate(
    () =>
      document.getAnimations().filter((animation) => {
        const { duration = 0 } = animation.effect?.getComputedTiming() ?? {};
        return typeof duration !== 'number' || duration > 1;
      }).length,
  );
  expect(moving).toBe(0);
});

test('a report has a citation with its URL and a button that prints it', async ({ page }) => {
  await page.goto('/reports/calm-classrooms');
  const citation = page.getByText(/^Educators Forum \(\d{4}\)\. /);
  await expect(citation).toContainText(`${stack().url}/reports/calm-classrooms`);
  await page.evaluate(() => {
    window.print = () => document.body.setAttribute('data-printed', '');
  });
  await page.getByRole('button', { name: 'Print or save as PDF' }).click();
  await expect(page.locator('body[data-printed]')).toBeVisible();
});

type Document = { readonly paths: Record<string, Record<string, { readonly summary: string }>> };

const published = JSON.parse(
  readFileSync(new URL('../../../../openapi.json', import.meta.url), 'utf8'),
) as Document;

test('the API pages show every operation and load only the document', async ({ page }) => {
  const requested: string[] = [];
  page.on('request', (request) => {
    if (!request.url().startsWith('data:')) requested.push(request.url());
  });
  const answer = await page.goto('/api/docs');
  expect(answer?.status()).toBe(200);
  const operations = Object.values(published.paths).flatMap((path) => Object.values(path));
  await expect(page.locator('.opblock')).toHaveCount(operations.length);
  for (const { summary } of operations)
    await expect(
      page.locator('.opblock-summary-description', { hasText: summary }),
    ).not.toHaveCount(0);
  await page.waitForLoadState('networkidle');
  expect(requested).toEqual(['docs', 'openapi.json'].map((name) => `${stack().url}/api/${name}`));
});

test('an operation can be tried on the API pages', async ({ page }) => {
  await page.goto('/api/docs');
  const health = page.locator('.opblock', { hasText: '/health' });
  await health
    .getByRole('button', { name: /health/ })
    .first()
    .click();
  await health.getByRole('button', { name: 'Try it out' }).click();
  await health.getByRole('button', { name: 'Execute' }).click();
  await expect(health.locator('.live-responses-table')).toContainText('"status": "ok"');
});
