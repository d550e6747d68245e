// Chromium over the DevTools protocol and Firefox over WebDriver BiDi.
import { writeFile } from 'node:fs/promises';
import puppeteer, {
  type BrowserContext,
  type ElementHandle,
  type KeyInput,
  type Page,
} from 'puppeteer-core';
import type { Browser, Engine, Size, Tab } from './driver.js';

/** Firefox reports fonts that were loading when their page was left (NS_BINDING_ABORTED). */
const ABORTED_FONT = /downloadable font: download failed .* status=2152398850 /;

export async function startPuppeteer(
  name: 'chromium' | 'firefox',
  program: string,
  /** Firefox only. */
  preferences: Record<string, unknown> = {},
): Promise<Engine> {
  const browser = await puppeteer.launch({
    browser: name === 'chromium' ? 'chrome' : 'firefox',
    executablePath: program,
    headless: true,
    extraPrefsFirefox: preferences,
    args: name === 'chromium' ? ['--no-sandbox', '--disable-background-networking'] : [],
  });
  return {
    open: async (size) => openBrowser(await browser.createBrowserContext(), size),
    close: () => browser.close(),
  };
}

function openBrowser(context: BrowserContext, size: Size): Browser {
  const problems: string[] = [];
  return {
    async newTab() {
      const page = await context.newPage();
      await page.setViewport(size);
      page.on('console', (message) => {
        if (message.type() === 'error') problems.push(message.text());
      });
      page.on('pageerror', (error) => {
        if (!ABORTED_FONT.test(String(error))) problems.push(String(error));
      });
      return tabOf(page);
    },
    problems: () => problems,
    close: () => context.close(),
  };
}

function tabOf(page: Page): Tab {
  return {
    goto: async (url) => void (await page.goto(url)),
    reload: async () => void (await page.reload()),
    back: async () => void (await page.goBack()),
    run: (expression) => page.evaluate(expression),
    async click(x, y) {
      await page.mouse.move(x, y);
      await page.mouse.click(x, y);
    },
    async wheel(x, y, deltaY) {
      await page.mouse.move(x, y);
      await page.mouse.wheel({ deltaY });
    },
    key: (key) => page.keyboard.press(key as KeyInput),
    type: (text) => page.keyboard.type(text),
    async choose(selector, file) {
      const field = (await page.$(selector)) as ElementHandle<HTMLInputElement> | null;
      if (field === null) throw new Error(`no ${selector}`);
      await field.uploadFile(file);
    },
    toFront: () => page.bringToFront(),
    screenshot: async (file) => writeFile(file, await page.screenshot()),
    print: async (file) => writeFile(file, await page.pdf({ format: 'A4' })),
  };
}
