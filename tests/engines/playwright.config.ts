// The same journeys in three engines. Playwright runs the tests, and drivers/ control the browsers. A missing engine is skipped.
// With `ENGINES=all` it is an error.
import { defineConfig } from '@playwright/test';
import { engines } from './engines.js';
import type { Options } from './journey-test.js';

const ONLY_IN_FIREFOX = '**/refused-storage.spec.ts';

const missing = engines.filter((engine) => engine.missing.length > 0);
const notes = missing.map(
  ({ name, missing: packages }) => `skipping ${name}: install ${packages.join(', ')} (Debian)`,
);
if (missing.length > 0 && process.env['ENGINES'] === 'all') throw new Error(notes.join('\n'));
// Workers read this file again.
if (process.env['TEST_WORKER_INDEX'] === undefined) for (const note of notes) console.log(note);

export default defineConfig<object, Options>({
  testDir: 'journeys',
  workers: 2,
  fullyParallel: true,
  retries: 0,
  forbidOnly: true,
  timeout: 90_000,
  reporter: [['list']],
  // A configuration without projects would run all tests without an engine.
  ...(missing.length === engines.length
    ? { testIgnore: '**' }
    : { globalSetup: '../e2e/support/stack.ts' }),
  projects: engines
    .filter((engine) => engine.missing.length === 0)
    .map(({ name }) => ({
      name,
      use: { engineName: name },
      ...(name !== 'firefox' && { testIgnore: ONLY_IN_FIREFOX }),
    })),
});
