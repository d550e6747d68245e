// /auth/finish, where the way through a school ends: what can come between, and what is worth nothing there.
import type { APIRequestContext, Page } from '@playwright/test';
import { expect, expectSoundView } from '../journey-test.js';
import { passSchool, type Pupil, TITLE } from '../school.js';
import {
  button,
  expectFailure,
  main,
  openTheSchool,
  section,
  told,
  toSchool,
  wayOn,
  welcomed,
} from '../school-steps.js';
import { storedSession } from '../stored-session.js';
import { confirmedApplicant, startAs } from '../steps.js';
import { test } from '../ways-in-test.js';

const NOTHING = 'There is nothing to finish here';

test('who goes back from the school finds the button as it was', async ({ page, school }) => {
  await openTheSchool(page);
  await expect(page.getByLabel('School number')).toBeVisible();
  await page.goBack();
  await expect(toSchool(page)).toBeVisible();
  await toSchool(page).click();
  await passSchool(page, school.enrol({}));
  await welcomed(page);
});

test('a school account that signs in to another account is not linked', async ({
  page,
  elsewhere,
  school,
  watched,
}) => {
  watched.expectConsoleError(/409/);
  const pupil = school.enrol({});
  await openTheSchool(elsewhere);
  await passSchool(elsewhere, pupil);
  await welcomed(elsewhere);
  await startAs(page, await confirmedApplicant(page));
  await page.goto('/account');
  await button(section(page), `Link ${TITLE}`).click();
  await passSchool(page, pupil);
  await expectFailure(page, 'This is linked to another account here.');
  await expectSoundView(page);
  await wayOn(page, 'Go to your account').click();
  await expect(section(page)).toContainText('Nothing is linked yet.');
});

test('a school that stops while somebody is there leads to a page that says so', async ({
  page,
  school,
}) => {
  const pupil = school.enrol({});
  await openTheSchool(page);
  school.answersPrograms(false);
  try {
    await passSchool(page, pupil);
    await expectFailure(page, 'The provider could not be reached just now.');
  } finally {
    school.answersPrograms(true);
  }
  await wayOn(page, 'Try again').click();
  await toSchool(page).click();
  await welcomed(page);
});

type Held = { code: string; sent: () => number; release: () => Promise<void> };

/** Goes through the school, where they are known or not yet, and keeps what the page then sends until it is released. */
async function heldBack(page: Page, newcomer: Pupil | null): Promise<Held> {
  const codes: string[] = [];
  const exchange = '**/api/auth/sessions/pkce';
  await page.route(exchange, async (route) => {
    codes.push((route.request().postDataJSON() as { auth_code: string }).auth_code);
    await route.abort();
  });
  await openTheSchool(page);
  if (newcomer !== null) await passSchool(page, newcomer);
  await expect(button(main(page), 'Try again')).toBeVisible();
  const [code = ''] = codes;
  return { code, sent: () => codes.length, release: () => page.unroute(exchange) };
}

test('an answer that was lost on the line is asked for again, by the button alone', async ({
  page,
  school,
  watched,
}) => {
  watched.expectConsoleError(/ERR_FAILED/);
  const first = await heldBack(page, school.enrol({}));
  expect(first.sent()).toBe(1);
  await first.release();
  // Where the school asks nothing, the page has begun shortly before.
  const { sent, release } = await heldBack(page, null);
  await expectFailure(page, 'We could not reach the server.');
  await expectSoundView(page);
  expect(sent()).toBe(1);
  await button(main(page), 'Try again').click();
  await expect.poll(sent).toBe(2);
  await expect(told(page)).toContainText('We could not reach the server.');
  await release();
  await button(main(page), 'Try again').click();
  await welcomed(page);
  expect(sent()).toBe(2);
});

test('a code of another browser signs nobody in, there or here', async ({
  page,
  elsewhere,
  school,
  watched,
}) => {
  watched.expectConsoleError(/ERR_FAILED|400/);
  const [pupil, other] = [school.enrol({}), school.enrol({})];
  const { code, release } = await heldBack(page, pupil);
  await elsewhere.goto(`/auth/finish#code=${code}`);
  await expectFailure(elsewhere, NOTHING);
  await expectSoundView(elsewhere);
  await wayOn(elsewhere, 'Sign In').click();
  await expect(elsewhere).toHaveURL('/auth');
  // Not even where somebody has begun the same.
  await toSchool(elsewhere).click();
  await expect(elsewhere.getByLabel('School number')).toBeVisible();
  await elsewhere.goto(`/auth/finish#code=${code}`);
  await expectFailure(elsewhere, 'This was started in another tab or browser.');
  await expectSoundView(elsewhere);
  expect(await storedSession(elsewhere)).toBeNull();
  // Nor does the code work any more for whom it was.
  await release();
  await button(main(page), 'Try again').click();
  await expectFailure(page, 'This was finished already or has expired.');
  await expect(wayOn(page, 'Try again')).toBeVisible();
  await wayOn(elsewhere, 'Try again').click();
  await toSchool(elsewhere).click();
  await passSchool(elsewhere, other);
  await welcomed(elsewhere);
});

test('what is finished, or never was, is told when the address is opened again', async ({
  page,
  school,
  watched,
}) => {
  watched.expectConsoleError(/400/);
  await page.goto('/auth/finish');
  await expectFailure(page, NOTHING);
  await expectSoundView(page);
  await page.reload();
  await expectFailure(page, NOTHING);
  for (const fragment of ['error=', 'error=surprise', 'error=<b>']) {
    await page.goto('/auth');
    await page.goto(`/auth/finish#${fragment}`);
    await expectFailure(page, 'The provider could not sign you in.');
  }

  await openTheSchool(page);
  await expect(page.getByLabel('School number')).toBeVisible();
  await page.goto('/auth/finish#code=junk');
  await expectFailure(page, 'This was finished already or has expired.');
  await expectSoundView(page);
  await page.reload();
  await expectFailure(page, NOTHING);
  await wayOn(page, 'Sign In').click();

  const answer = page.waitForRequest('**/api/auth/sessions/pkce');
  await toSchool(page).click();
  await passSchool(page, school.enrol({}));
  const { auth_code: code } = (await answer).postDataJSON() as { auth_code: string };
  await welcomed(page);
  const before = await storedSession(page);
  await page.goto(`/auth/finish#code=${code}`);
  await expectFailure(page, NOTHING);
  await expectSoundView(page);
  expect(await storedSession(page)).toEqual(before);
  await wayOn(page, 'Go to your account').click();
  await expect(page).toHaveURL('/account');
});

test('the way through the school leaves nothing in the address or the history', async ({
  page,
  school,
  watched,
}) => {
  // The school answers nobody twice.
  watched.expectConsoleError(/404|500/);
  const seen: string[] = [];
  page.on('framenavigated', (frame) => seen.push(frame.url()));
  await openTheSchool(page);
  await passSchool(page, school.enrol({}));
  await welcomed(page);
  expect(seen.some((url) => url.includes('#code='))).toBe(true);
  await button(page.getByRole('dialog'), /maybe later|close|not now/i)
    .first()
    .click();
  await page.goBack();
  await expect(page).not.toHaveURL(/code=/);
  expect(await page.evaluate(() => Object.keys(sessionStorage).join())).not.toContain('provider');
});

/** What the API says to a code of the school, sent as nobody's page would. */
const redeem = async (request: APIRequestContext, data: object) => {
  const answer = await request.post('/api/auth/sessions/pkce', { data });
  return [answer.status(), ((await answer.json()) as { code?: string }).code];
};

test('a state works once, and a code only with what its challenge was made of', async ({
  page,
  school,
}) => {
  const { request } = page;
  const verifier = 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk';
  const challenge = 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM';
  const begin = `/api/auth/authorize?provider=school&code_challenge=${challenge}&code_challenge_method=S256`;
  const callbacks: string[] = [];
  page.on('request', (one) => {
    if (one.url().includes('/api/auth/callback')) callbacks.push(one.url());
  });
  await page.goto(begin);
  await passSchool(page, school.enrol({}));
  await expect(told(page)).toContainText(NOTHING);
  const [callback = ''] = callbacks;
  const again = await request.get(callback, { maxRedirects: 0 });
  expect([again.status(), again.headers()['location']]).toEqual([
    303,
    '/auth/finish#error=flow_state_not_found',
  ]);

  const codeAfter = async () => {
    const [answer] = await Promise.all([
      page.waitForResponse((one) => one.url().includes('/api/auth/callback')),
      page.goto(begin),
    ]);
    return new URLSearchParams(
      new URL(answer.headers()['location'] ?? '', answer.url()).hash.slice(1),
    ).get('code');
  };
  const wrong = await codeAfter();
  expect(await redeem(request, { auth_code: wrong, code_verifier: `${verifier}x` })).toEqual([
    400,
    'bad_code_verifier',
  ]);
  expect(await redeem(request, { auth_code: wrong, code_verifier: verifier })).toEqual([
    400,
    'flow_state_not_found',
  ]);
  const right = await codeAfter();
  const both = await Promise.all(
    [1, 2].map(() => redeem(request, { auth_code: right, code_verifier: verifier })),
  );
  expect(both.map(([status]) => status).toSorted()).toEqual([201, 400]);
});
