// The test function of journeys through a program that is set up with providers and wallets. It is one of its own, so that
// all other journeys run on a site without.
import { test as journey } from '../journey-test.js';
import { openClosedSchool, openSchool, type School } from './school.js';
import { launch, moveTo } from '../stack.js';

export const test = journey.extend<{ knowsSchool: void }, { school: School }>({
  school: [
    async ({}, use) => {
      const school = await openSchool();
      const closed = await openClosedSchool();
      const program = await launch(0, {
        FORUM__OPENID__PROVIDERS: JSON.stringify([school.setting, closed.setting]),
        FORUM__WALLETS__CHAINS: 'ethereum,solana',
      });
      school.serve(program.url);
      const back = moveTo(program);
      await use(school);
      back();
      await program.end();
      await closed.close();
      await school.close();
    },
    // Tests of one worker share it; a worker that has one runs no other tests.
    { scope: 'worker', auto: true, timeout: 120_000 },
  ],
  knowsSchool: [
    async ({ school, watched }, use) => {
      watched.expectHost(school.issuer);
      await use();
    },
    { auto: true },
  ],
});
