// Each public page, loaded once in a wide window and once on a phone. Every check is a step with its own name, and a failed
// check does not hide the others. One placeholder page, post and report is tested here. routes.spec.ts tests the others.
import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import type { Page } from '@playwright/test';
import { expectHydrated, keepSentHeading } from '../../support/hydration.js';
import { expect, expectAccessible, phone, test, wide } from '../../support/journey-test.js';
import {
  check,
  expectContent,
  expectFitsAtDoubleTextSize,
  expectHeadOf,
  expectLinksWork,
  expectNoHorizontalScroll,
  expectPicturesLoad,
  openRoute,
  withEachPartOpen,
  zoomed,
} from '../../support/page-checks.js';
import { built, publicScreens } from '../../support/specified-words.js';

/** Compressed by gzip. */
const MAX_SCRIPT_BYTES = 110_000;
/** As stored. */
const MAX_HOME_PICTURE_BYTES = 150_000;

/** Runs in the page. Returns texts whose phone number, 'K-12' or 'e-mail' breaks across lines. */
function brokenWords(): string[] {
  const broken: string[] = [];
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const node = texts.currentNode as Text;
    for (const { 0: word, index } of node.data.matchAll(/K-12|e-mail|\(\d{3}\) \d{3}-\d{4}/gi)) {
      const range = new Range();
      range.setStart(node, index);
      range.setEnd(node, index + word.length);
      if (range.getClientRects().length > 1) broken.push(node.data);
    }
  }
  return broken;
}

/** WCAG 1.4.12: users may set their own text spacing. */
const TEXT_SPACING = `
  * { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important }
  p { margin-bottom: 2em !important }`;

async function expectFits(page: Page): Promise<void> {
  await expectAccessible(page);
  await expectNoHorizontalScroll(page);
}

/** Records the files that the page loads, by type. */
function loadedFiles(page: Page): (type: string) => readonly string[] {
  const files = new Map<string, string>();
  page.on('request', (request) =>
    files.set(new URL(request.url()).pathname, request.resourceType()),
  );
  return (type) => [...files].filter(([, of]) => of === type).map(([name]) => name);
}

const sum = (sizes: readonly number[]) => sizes.reduce((total, size) => total + size, 0);

function expectSmallScripts(scripts: readonly string[]): void {
  expect(scripts.length).toBeGreaterThan(0);
  const sizes = scripts.map((name) => gzipSync(readFileSync(built(name)), { level: 9 }).length);
  expect(sum(sizes), scripts.join('\n')).toBeLessThanOrEqual(MAX_SCRIPT_BYTES);
}

async function expectPrintsOnlyContent(page: Page): Promise<void> {
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.locator('header').first()).toBeHidden();
  await expect(page.locator('footer').last()).toBeHidden();
  const controls = page.getByRole('main').locator('button:not([data-print=show]), form');
  for (const control of await controls.all()) await expect(control).toBeHidden();
  const folded = page.getByRole('main').locator('details > :not(summary), [role=tabpanel]');
  for (const part of await folded.all()) await expect(part).toBeVisible();
  // Printing loads pictures that are still out of view.
  await page.pdf({ format: 'Letter' });
  await expectPicturesLoad(page);
}

async function expectWholeWords(page: Page): Promise<void> {
  for (const width of [320, 375, 440, 640, 1024, 1210, 1280]) {
    await page.setViewportSize({ width, height: 740 });
    expect(await page.evaluate(brokenWords), `${width} px wide`).toEqual([]);
  }
}

async function expectFitsWithTextSpacing(page: Page): Promise<void> {
  await page.evaluate((styles) => {
    document.documentElement.style.fontSize = '';
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(styles);
    document.adoptedStyleSheets = [sheet];
  }, TEXT_SPACING);
  for (const width of [1280, 360, 320]) {
    await page.setViewportSize({ width, height: 740 });
    await expectNoHorizontalScroll(page);
  }
}

async function expectFooterLeadsOn(page: Page, path: string): Promise<void> {
  const next = path === '/contact' ? '/faq' : '/contact';
  await page.getByRole('contentinfo').locator(`a[href="${next}"]`).click();
  await expect(page).toHaveURL(new RegExp(`${next}$`));
  await expectHeadOf(page, next);
}

for (const route of publicScreens) {
  const { path } = route;
  test(`${path} passes the checks of a public page`, async ({ page }) => {
    test.slow();
    const loaded = loadedFiles(page);
    await keepSentHeading(page);

    await page.setViewportSize(wide);
    await check('status and headers', () => openRoute(page, route));
    await check('the prerendered HTML is hydrated', () => expectHydrated(page));
    await check('title, description and canonical URL', () => expectHeadOf(page, path));
    await check('accessible at 1280 px', () => expectAccessible(page));
    await check('no horizontal scrolling at 1280 px', () => expectNoHorizontalScroll(page));
    await check('no more than 110 kB of script on a first visit', async () => {
      await page.waitForLoadState('networkidle');
      expectSmallScripts(loaded('script'));
    });
    await check('words and pictures', () => expectContent(page, path));
    if (path === '/')
      await check('no more than 150 kB of pictures', async () => {
        const sizes = loaded('image').map((name) => readFileSync(built(name)).length);
        expect(sum(sizes)).toBeLessThanOrEqual(MAX_HOME_PICTURE_BYTES);
      });
    await check('each part is accessible at 1280 px', () =>
      withEachPartOpen(page, () => expectFits(page)),
    );
    await check('links', () => expectLinksWork(page));
    await check('navigation', () => expectFooterLeadsOn(page, path));

    await page.setViewportSize(phone);
    await page.goto(path);
    // Before the check of the parts, which scrolls. Otherwise the pictures would be loaded already.
    await check('prints only its content', () => expectPrintsOnlyContent(page));
    await page.emulateMedia({ media: null });
    // The PDF is wider, and the page follows its width for a moment after it too.
    await page.goto(path);
    await check('accessible at 360 px', () => expectAccessible(page));
    await check('no horizontal scrolling at 360 px', () => expectNoHorizontalScroll(page));
    await check('each part is accessible at 360 px', () =>
      withEachPartOpen(page, () => expectFits(page)),
    );
    await page.setViewportSize(zoomed);
    await check('no horizontal scrolling at 400 % zoom', () => expectNoHorizontalScroll(page));
    await check('no word breaks at any width', () => expectWholeWords(page));
    await page.setViewportSize(phone);
    await check('no horizontal scrolling at double text size', () =>
      expectFitsAtDoubleTextSize(page),
    );
    await check('no horizontal scrolling with text spacing', () => expectFitsWithTextSpacing(page));
  });
}
