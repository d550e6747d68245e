// After a deployment, an open or cached page refers to chunks that the server no longer has.
import type { Page } from '@playwright/test';
import { expect, expectAccessible, test } from '../../support/journey-test.js';

const CODE = /\/assets\/site-.*\.js$/;
const gone = { status: 404, body: '' };
const notice = (page: Page) => page.getByRole('alert');

test('a missing chunk is fetched by one reload', async ({ page, watched }) => {
  watched.expectConsoleError(/404|Failed to load module/);
  let asked = 0;
  page.on('request', (request) => {
    if (CODE.test(request.url())) asked += 1;
  });
  await page.route(CODE, (route) => route.fulfill(gone), { times: 1 });
  await page.goto('/auth');
  await expect(page.getByRole('tab', { name: 'Sign In' })).toBeVisible();
  expect(asked).toBe(2);
  await expect(notice(page)).toHaveCount(0);
});

for (const [path, hasStorage] of [
  ['/auth', true],
  ['/teachers', true],
  ['/auth', false],
] as const)
  test(`a chunk that stays missing is reported at ${path} ${hasStorage ? 'with' : 'without'} storage`, async ({
    context,
    page,
  }) => {
    // A page without the fixture's wait for hydration.
    const dead = await context.newPage();
    await page.close();
    const errors: string[] = [];
    dead.on('pageerror', ({ message }) => errors.push(message));
    if (!hasStorage)
      await dead.addInitScript(() => {
        Object.defineProperty(window, 'sessionStorage', {
          get: () => {
            throw new DOMException('refused', 'SecurityError');
          },
        });
      });
    await dead.route(CODE, (route) => route.fulfill(gone));
    await dead.goto(path);
    await expect(notice(dead)).toContainText('This page didn’t load completely');
    expect(errors).toEqual([]);
    await expectAccessible(dead);
    await dead.unroute(CODE);
    await dead.getByRole('button', { name: 'Reload the page' }).click();
    await expect(dead.getByRole('banner')).toBeVisible();
    await expect(notice(dead)).toHaveCount(0);
  });
