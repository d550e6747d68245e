// The test function of all journeys. It fails on console errors, on violations of the content security policy and on
// requests to other hosts.
import { test as base, expect, type Page, type ViewportSize } from '@playwright/test';
import { axeSource, transitionsEnd, violations } from './axe.js';
import { waitForHydration } from './hydration.js';
import { expectNoHorizontalScroll } from './page-checks.js';
import { stack } from './stack.js';

export const wide = { width: 1280, height: 800 };
export const phone = { width: 360, height: 740 };

export type Watched = {
  /** Allows a console error, such as the browser's message for a 401. */
  readonly expectConsoleError: (pattern: RegExp) => void;
  /** Allows requests to another site, such as a provider. */
  readonly expectHost: (origin: string) => void;
  /** Watches another page too, such as a second tab. */
  readonly also: (page: Page) => Promise<Page>;
};

/** The stack under a host name, which passkeys require. */
export const namedUrl = () => stack().url.replace('127.0.0.1', 'localhost');

/** Reports every error of a page to `problems`. */
async function watch(page: Page, problems: string[]): Promise<void> {
  await page.exposeFunction('reportViolation', (text: string) => problems.push(`policy: ${text}`));
  await page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', (event) => {
      const report = (window as unknown as { reportViolation: (text: string) => void })
        .reportViolation;
      report(`${event.violatedDirective} ${event.blockedURI}`);
    });
  });
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning')
      problems.push(`console: ${message.text()}`);
  });
  page.on('pageerror', (error) => problems.push(`error: ${error.message}`));
  page.on('request', (request) => {
    const url = new URL(request.url());
    const own = [stack().url, namedUrl()].map((origin) => new URL(origin).host);
    if (url.protocol.startsWith('http') && !own.includes(url.host))
      problems.push(`other host: ${request.url()}`);
  });
}

export const test = base.extend<{ watched: Watched; elsewhere: Page }>({
  baseURL: async ({}, use) => use(stack().url),
  watched: [
    async ({ page, javaScriptEnabled }, use) => {
      const problems: string[] = [];
      const expected: RegExp[] = [];
      const hosts: string[] = [];
      const also = async (one: Page) => {
        if (javaScriptEnabled !== false) waitForHydration(one);
        await watch(one, problems);
        return one;
      };
      await also(page);
      await use({
        expectConsoleError: (pattern) => expected.push(pattern),
        expectHost: (origin) => hosts.push(`other host: ${origin}/`),
        also,
      });
      const isExpected = (problem: string) =>
        expected.some((pattern) => pattern.test(problem)) ||
        hosts.some((host) => problem.startsWith(host));
      expect(problems.filter((problem) => !isExpected(problem))).toEqual([]);
    },
    { auto: true },
  ],
  /** A wide page in another browser context: another device or another user. */
  elsewhere: async ({ browser, baseURL, watched }, use) => {
    const context = await browser.newContext({ baseURL, viewport: wide });
    await use(await watched.also(await context.newPage()));
    await context.close();
  },
});

/** Expects no violation found by axe (WCAG 2.2 AA and best practices). */
export async function expectAccessible(page: Page): Promise<void> {
  // Loading takes so long that a transition may begin meanwhile.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axeSource);
  await page.evaluate(transitionsEnd);
  expect(await page.evaluate(violations)).toEqual([]);
}

/** Expects an accessible page without horizontal scrolling at each width, by default at both. */
export async function expectAccessibleView(
  page: Page,
  sizes: readonly ViewportSize[] = [wide, phone],
): Promise<void> {
  // The page may still be loading its code.
  await page.locator('h1').waitFor();
  const before = page.viewportSize();
  for (const size of sizes) {
    await page.setViewportSize(size);
    await expectAccessible(page);
    await expectNoHorizontalScroll(page);
  }
  if (before !== null) await page.setViewportSize(before);
}

export { expect };
