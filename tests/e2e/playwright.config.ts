// Journeys through the built program. All share one program and one mailbox, so every applicant has their own
// address, and every worker its own administrator.
import { defineConfig } from '@playwright/test';
import { headlessChromium } from '../browser.mjs';

const executablePath = headlessChromium();

export default defineConfig({
  testDir: 'tests',
  globalSetup: './support/stack.ts',
  workers: 2,
  fullyParallel: true,
  retries: 0,
  forbidOnly: true,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: [['list']],
  use: {
    screenshot: 'only-on-failure',
    // Traces take a tenth of the time. `npx playwright test --trace on` records them.
    trace: 'off',
    launchOptions: {
      ...(executablePath === undefined ? {} : { executablePath }),
      args: [
        '--no-sandbox',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
});
