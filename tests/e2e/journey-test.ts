// The test function of all journeys: it fails a test on console errors, on violations of the content security policy,
// and on requests to any other host. Also a check for accessibility violations.
import { AxeBuilder } from '@axe-core/playwright';
import { test as base, expect, type Page } from '@playwright/test';
import { waitForHydration } from './hydration.js';
import { stack } from './stack.js';

export type Watched = {
  /** A console error that a step expects, such as the browser's message for a 401. */
  readonly expectConsoleError: (pattern: RegExp) => void;
};

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
    const own = new URL(stack().url);
    if (url.protocol.startsWith('http') && url.host !== own.host)
      problems.push(`other host: ${request.url()}`);
  });
}

export const test = base.extend<{ watched: Watched }>({
  baseURL: async ({}, use) => use(stack().url),
  watched: [
    async ({ page, javaScriptEnabled }, use) => {
      if (javaScriptEnabled !== false) waitForHydration(page);
      const problems: string[] = [];
      const expected: RegExp[] = [];
      await watch(page, problems);
      await use({ expectConsoleError: (pattern) => expected.push(pattern) });
      expect(
        problems.filter((problem) => !expected.some((pattern) => pattern.test(problem))),
      ).toEqual([]);
    },
    { auto: true },
  ],
});

/** Expects no violation that axe can detect (WCAG 2.2 AA and best practices). */
export async function expectNoBarriers(page: Page): Promise<void> {
  // Legacy mode skips cross-origin frames, which our policy forbids, and saves opening a second page for every check.
  const { violations } = await new AxeBuilder({ page }).setLegacyMode().analyze();
  expect(
    violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' | ')}`),
  ).toEqual([]);
}

export { expect };
