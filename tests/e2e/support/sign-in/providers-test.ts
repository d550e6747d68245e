// The test function of journeys on a site with providers and wallets. All other journeys run on a site without them.
import { test as journey } from '../journey-test.js';
import { openUnreachableSchool, openSchool, type School } from './school.js';
import { launch, useStack } from '../stack.js';

export const test = journey.extend<{ expectsSchool: void }, { school: School }>({
  school: [
    async ({}, use) => {
      const school = await openSchool();
      const closed = await openUnreachableSchool();
      const program = await launch(0, {
        FORUM__OPENID__PROVIDERS: JSON.stringify([school.setting, closed.setting]),
        FORUM__WALLETS__CHAINS: 'ethereum,solana',
      });
      school.serve(program.url);
      const back = useStack(program);
      await use(school);
      back();
      await program.end();
      await closed.close();
      await school.close();
    },
    // The tests of one worker share it. Such a worker runs no other tests.
    { scope: 'worker', auto: true, timeout: 120_000 },
  ],
  expectsSchool: [
    async ({ school, watched }, use) => {
      watched.expectHost(school.issuer);
      await use();
    },
    { auto: true },
  ],
});
