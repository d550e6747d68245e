// The test function of all journeys: it fails a test on console errors, on violations of the content security policy,
// and on requests to any other host. Also checks for accessibility violations.
import { AxeBuilder } from '@axe-core/playwright';
import { test as base, expect, type Page } from '@playwright/test';
import { waitForHydration } from './hydration.js';
import { expectNoSidewaysScroll } from './page-checks.js';
import { stack } from './stack.js';

export const wide = { width: 1280, height: 800 };
export const phone = { width: 360, height: 740 };

export type Watched = {
  /** A console error that a step expects, such as the browser's message for a 401. */
  readonly expectConsoleError: (pattern: RegExp) => void;
  /** Another site that a step leads to, such as a provider's. */
  readonly expectHost: (origin: string) => void;
  /** Watches one more page, such as another tab. */
  readonly also: (page: Page) => Promise<Page>;
};

/** The stack at a name: browsers keep passkeys for names alone. */
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
  /** A page in another, wide browser, which shares no storage with `page`: another device, or another person. */
  elsewhere: async ({ browser, baseURL, watched }, use) => {
    const context = await browser.newContext({ baseURL, viewport: wide });
    await use(await watched.also(await context.newPage()));
    await context.close();
  },
});

/** The longest transition of a control, in ms; what runs longer is decoration. */
const TRANSITION = 1000;

/** Waits until controls look as they will: a colour in the middle of a transition is that of no state. */
async function settled(page: Page): Promise<void> {
  await page.evaluate(async (longest) => {
    const ends = (one: Animation) =>
      Number(one.effect?.getComputedTiming().endTime ?? 0) <= longest;
    const running = document
      .getAnimations()
      .filter((one) => one.playState === 'running' && ends(one));
    await Promise.allSettled(running.map((one) => one.finished));
  }, TRANSITION);
}

/** Expects no violation that axe can detect (WCAG 2.2 AA and best practices). */
export async function expectNoBarriers(page: Page): Promise<void> {
  await settled(page);
  // Legacy mode skips cross-origin frames, which our policy forbids, and saves opening a second page for every check.
  const { violations } = await new AxeBuilder({ page }).setLegacyMode().analyze();
  expect(
    violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' | ')}`),
  ).toEqual([]);
}

/** Checks the page as it is now, at both widths. */
export async function expectSoundView(page: Page): Promise<void> {
  // The page may still be loading its code.
  await page.locator('h1').waitFor();
  const before = page.viewportSize();
  for (const size of [wide, phone]) {
    await page.setViewportSize(size);
    await expectNoBarriers(page);
    await expectNoSidewaysScroll(page);
  }
  if (before !== null) await page.setViewportSize(before);
}

export { expect };
