// The test function of journeys on a site with all features switched on.
import { features, stackWith } from '../e2e/support/features.js';
import type { Running } from '../e2e/support/stack.js';
import { test as journey } from './journey-test.js';

export const test = journey.extend<object, { site: Running }>({
  site: [
    async ({}, use) => {
      const own = await stackWith(...features);
      await use(own);
      await own.end();
    },
    // The tests of one worker share it. Such a worker runs no other tests.
    { scope: 'worker', auto: true, timeout: 120_000 },
  ],
});
