// The API documentation pages.
import { readFileSync } from 'node:fs';
import { expect, test } from '../../support/journey-test.js';
import { stack } from '../../support/stack.js';

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
