// The test function of the journeys. It opens browsers of the project's engine and fails on console errors, which include
// violations of the content security policy.
import { test as base, expect } from '@playwright/test';
import { stack } from '../e2e/support/stack.js';
import type { Browser, Engine, Size } from './drivers/driver.js';
import { startPuppeteer } from './drivers/puppeteer.js';
import { startWebKit } from './drivers/webkit.js';
import { type EngineName, programOf } from './engines.js';
import { Page } from './page.js';

export const wide: Size = { width: 1280, height: 800 };
export const phone: Size = { width: 390, height: 740 };

export type Options = { engineName: EngineName };

type Given = {
  /** Opens a page in a new browser: another device or another user. */
  open: (size?: Size) => Promise<Page>;
  /** Allows a console error, such as the browser's message for a 401. */
  expectProblem: (pattern: RegExp) => void;
};

export const test = base.extend<Given, Options & { engine: Engine }>({
  engineName: ['chromium', { option: true, scope: 'worker' }],
  engine: [
    async ({ engineName }, use) => {
      const engine =
        engineName === 'webkit'
          ? await startWebKit()
          : await startPuppeteer(engineName, programOf(engineName));
      await use(engine);
      await engine.close();
    },
    { scope: 'worker' },
  ],
  expectProblem: async ({}, use) => use((pattern) => expected.add(pattern)),
  open: async ({ engine }, use, info) => {
    expected.clear();
    const opened: { browser: Browser; page: Page }[] = [];
    await use(async (size = wide) => {
      const browser = await engine.open(size);
      const page = new Page(browser, await browser.newTab(), stack().url);
      opened.push({ browser, page });
      return page;
    });
    if (info.errors.length > 0)
      for (const [number, { page }] of opened.entries())
        await page.screenshot(info.outputPath(`browser-${number}.png`)).catch(() => undefined);
    const problems = opened.flatMap(({ browser }) => browser.problems());
    for (const { browser } of opened) await browser.close();
    const isExpected = (problem: string) => [...expected].some((it) => it.test(problem));
    expect(problems.filter((problem) => !isExpected(problem))).toEqual([]);
  },
});

/** The problems that the current test of this worker expects. */
const expected = new Set<RegExp>();

export { expect };
