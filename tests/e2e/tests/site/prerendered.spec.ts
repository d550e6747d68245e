// The not-found page hydrates, and crawlers find every public page. public-screens.spec.ts covers hydration of the others.
import { delayHydration, expectHydrated, keepSentHeading } from '../../support/hydration.js';
import {
  expect,
  expectAccessible,
  expectAccessibleView,
  phone,
  test,
} from '../../support/journey-test.js';
import { check } from '../../support/page-checks.js';
import { finishedRoutes, publicRoutes, publicScreens } from '../../support/specified-words.js';
import { stack } from '../../support/stack.js';

// A client-side router would match a page for the second and third path.
for (const path of ['/no/such/page', '/About', '/about//', '/blog/no-such-story']) {
  test(`the not-found page hydrates at ${path}`, async ({ page, watched }) => {
    watched.expectConsoleError(/404/);
    await keepSentHeading(page);
    const answer = await page.goto(path);
    expect(answer?.status()).toBe(404);
    await expectHydrated(page);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('404 - Oops! Page not found');
    await expect(page.locator('[aria-current]')).toHaveCount(0);
    await expect(page.locator('link[rel="canonical"], meta[property="og:url"]')).toHaveCount(0);
    if (path !== '/no/such/page') return;
    await expectAccessibleView(page);
    await page.getByRole('link', { name: 'Return to Home' }).click();
    await expect(page).toHaveURL('/');
  });
}

test('each public page is accessible at 360 px before hydration', async ({ page }) => {
  await page.setViewportSize(phone);
  await delayHydration(page);
  for (const { path } of publicScreens) {
    await page.goto(path);
    await page.locator('footer').waitFor();
    await check(path, () => expectAccessible(page));
  }
});

test('crawlers find every public page, the feed, the icons and the social picture of each page', async ({
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
  expect(listed).toEqual(finishedRoutes.map(({ path }) => url + path));

  const blog = await get('/blog', 'text/html');
  const feed = /type="application\/rss\+xml"[^>]*href="([^"]+)"/.exec(blog)?.[1] ?? '';
  const stories = await get(feed, 'application/rss+xml');
  const ids = [...stories.matchAll(/<guid isPermaLink="false">([^<]+)<\/guid>/g)];
  expect(ids.length).toBe(10);
  for (const [, id] of ids) {
    expect(stories).toContain(`<link>${url}/blog/${id}</link>`);
    expect(blog, 'a story of the feed').toContain(`href="/blog/${id}"`);
  }

  const manifest = JSON.parse(await get('/manifest.webmanifest', 'application/manifest+json')) as {
    readonly icons: readonly { readonly src: string; readonly type: string }[];
  };
  for (const { src, type } of manifest.icons) await get(src, type);
  await get('/apple-touch-icon.png', 'image/png');
  await get('/favicon.ico', 'image/x-icon');

  for (const { path } of publicRoutes) {
    const html = await get(path, 'text/html');
    const picture = /<meta property="og:image" content="([^"]+)"/.exec(html)?.[1];
    await get(picture ?? 'no picture', 'image/png');
  }
});
