// What is sent before any script runs: every public page whole, hydrated without a fault, and the files for machines.
import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { paths } from '../../../ui/src/app/paths.js';
import { placeholderPages } from '../../../ui/src/content/placeholder-pages.js';
import { expect, test } from '../journey-test.js';
import { stack } from '../stack.js';

type Entry = { readonly path: string; readonly noindex: boolean };

const entries = JSON.parse(
  readFileSync(new URL('../../../ui/dist/routes.json', import.meta.url), 'utf8'),
) as readonly Entry[];
const open = entries.filter(({ noindex }) => !noindex).map(({ path }) => path);

test.describe('with scripts off', () => {
  test.use({ javaScriptEnabled: false });

  for (const path of open) {
    test(`${path} shows its text, pictures and links`, async ({ page }) => {
      const answer = await page.goto(path);
      expect(answer?.status()).toBe(200);
      await expect(page.getByRole('banner')).toBeVisible();
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expect(page.getByRole('contentinfo')).toBeVisible();
      await expect(page.getByText('needs JavaScript')).toHaveCount(0);
      // What is far down the page loads when it is reached.
      for (const picture of await page.getByRole('main').locator('img:visible').all()) {
        await picture.scrollIntoViewIfNeeded();
        await expect
          .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth))
          .toBeGreaterThan(0);
      }
    });
  }

  test('an unknown path shows the not-found page between header and footer', async ({ page }) => {
    const answer = await page.goto('/blog/no-such-story');
    expect(answer?.status()).toBe(404);
    await expect(page.getByRole('banner')).toBeVisible();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('404 - Oops! Page not found');
    await expect(page.getByRole('contentinfo')).toBeVisible();
    await expect(page.locator('link[rel="canonical"], meta[property="og:url"]')).toHaveCount(0);
    await page.getByRole('link', { name: 'Return to Home' }).click();
    await expect(page).toHaveURL(/\/$/);
  });

  test('a page that needs a script says so and leads to those that need none', async ({ page }) => {
    for (const path of ['/auth', '/apply', '/admin', '/auth/confirm']) {
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(
        'This page needs JavaScript',
      );
      await expect(page.getByRole('heading', { level: 1 })).toBeInViewport();
    }
    await page.getByRole('link', { name: 'Reports & Insights' }).click();
    await expect(page.getByRole('banner')).toBeVisible();
  });

  test('the menus open without a script', async ({ page }) => {
    await page.setViewportSize({ width: 1400, height: 800 });
    await page.goto('/');
    const menu = page.getByRole('navigation', { name: 'Main' });
    await expect(menu.getByRole('link', { name: 'Core Values' })).toBeHidden();
    await menu.getByRole('link', { name: 'About' }).hover();
    await menu.getByRole('link', { name: 'Core Values' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Core Values');

    await page.setViewportSize({ width: 360, height: 800 });
    await page.getByRole('banner').getByRole('link', { name: 'Store' }).click();
    await expect(page).toHaveURL(/\/store$/);
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - window.innerWidth,
    );
    expect(overflow).toBeLessThanOrEqual(0);
  });
});

/** Title, description and canonical address, once each. */
async function expectHeadOf(page: Page, path: string): Promise<void> {
  await expect(page.locator('head > title')).toHaveCount(1);
  await expect(page.locator('meta[name="description"]')).toHaveCount(1);
  await expect(page.locator('link[rel="canonical"]')).toHaveCount(1);
  await expect(page.locator('link[rel="canonical"]')).toHaveAttribute('href', stack().url + path);
}

for (const path of open) {
  test(`${path} comes to life over what was sent`, async ({ page }) => {
    await page.goto(path);
    const sent = await page.locator('h1').elementHandle();
    // The first thing that only a script can know.
    await expect(page.getByRole('banner').getByRole('link', { name: 'Sign In' })).toBeVisible();
    expect(await sent?.evaluate((heading) => heading.isConnected), 'the same heading').toBe(true);
    await expectHeadOf(page, path);
    const next = path === '/contact' ? '/faq' : '/contact';
    await page.getByRole('contentinfo').locator(`a[href="${next}"]`).click();
    await expect(page).toHaveURL(new RegExp(`${next}$`));
    await expectHeadOf(page, next);
  });
}

for (const path of ['/no/such/page', '/About', '/about//', '/blog/no-such-story']) {
  test(`the not-found page comes to life at ${path}`, async ({ page, watched }) => {
    watched.expectConsoleError(/404/);
    const answer = await page.goto(path);
    expect(answer?.status()).toBe(404);
    const sent = await page.locator('h1').elementHandle();
    await expect(page.getByRole('banner').getByRole('link', { name: 'Sign In' })).toBeVisible();
    expect(await sent?.evaluate((heading) => heading.isConnected), 'the same heading').toBe(true);
    await expect(page.locator('h1')).toHaveText('404 - Oops! Page not found');
    await expect(page.locator('[aria-current]')).toHaveCount(0);
  });
}

test('a page that is not prerendered has a title, and canonical nowhere', async ({ page }) => {
  await page.goto('/auth');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.locator('head > title')).toHaveCount(1);
  await expect(page.locator('link[rel="canonical"]')).toHaveCount(0);
});

test('machines find every public page, the stories, the icons and a picture of each page', async ({
  request,
}) => {
  const get = async (path: string, type: string) => {
    const answer = await request.get(path);
    expect(answer.status(), path).toBe(200);
    expect(answer.headers()['content-type'], path).toContain(type);
    const text = await answer.text();
    expect(text, path).not.toContain('origin.invalid');
    return text;
  };
  const { url } = stack();
  expect(await get('/robots.txt', 'text/plain')).toContain(`Sitemap: ${url}/sitemap.xml`);
  const map = await get('/sitemap.xml', 'application/xml');
  const listed = [...map.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, address]) => address);
  const coming: readonly string[] = placeholderPages.map(({ page }) => paths[page]);
  expect(listed).toEqual(open.filter((path) => !coming.includes(path)).map((path) => url + path));

  const blog = await get('/blog', 'text/html');
  const feed = /type="application\/rss\+xml"[^>]*href="([^"]+)"/.exec(blog)?.[1] ?? '';
  const stories = await get(feed, 'application/rss+xml');
  const ids = [...stories.matchAll(/<guid isPermaLink="false">([^<]+)<\/guid>/g)];
  expect(ids.length).toBeGreaterThanOrEqual(9);
  for (const [, id] of ids) expect(blog, 'a story of the feed').toContain(`id="${id}"`);

  const manifest = JSON.parse(await get('/manifest.webmanifest', 'application/manifest+json')) as {
    readonly icons: readonly { readonly src: string; readonly type: string }[];
  };
  for (const { src, type } of manifest.icons) await get(src, type);
  await get('/apple-touch-icon.png', 'image/png');
  await get('/favicon.ico', 'image/x-icon');

  for (const path of open) {
    const html = await get(path, 'text/html');
    const picture = /<meta property="og:image" content="([^"]+)"/.exec(html)?.[1];
    await get(picture ?? 'no picture', 'image/png');
  }
});
