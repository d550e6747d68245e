// Journeys through the built program. One worker: the journeys share one program and its one mailbox.
import { existsSync } from 'node:fs';
import { defineConfig } from '@playwright/test';

const candidates = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];
/** The machine's own Chromium; without one, the browser that Playwright installed for itself. */
const executablePath = process.env['CHROMIUM'] ?? candidates.find((path) => existsSync(path));

export default defineConfig({
  testDir: 'tests',
  globalSetup: './stack.ts',
  workers: 1,
  retries: 0,
  forbidOnly: true,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: [['list']],
  use: {
    screenshot: 'only-on-failure',
    // Recording every journey for the few that fail costs a tenth of the time: `npx playwright test --trace on`.
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
