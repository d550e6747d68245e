// /auth/finish, the target of a provider's redirect: interruptions and refused codes.
import type { Page } from '@playwright/test';
import { confirmedApplicant } from '../../support/applicants.js';
import { expect, expectAccessibleView } from '../../support/journey-test.js';
import { signInAtSchool, type Student, TITLE } from '../../support/sign-in/school.js';
import {
  button,
  expectFailure,
  main,
  goToSchool,
  section,
  schoolButton,
  link,
  test,
} from '../../support/sign-in/providers-test.js';
import { expectSignedIn, openAs } from '../../support/steps.js';
import { storedSession } from '../../support/stored-session.js';

const NOTHING = 'There’s nothing to finish here';

test('Back from the school leaves the button usable', async ({ page, school }) => {
  await goToSchool(page);
  await expect(page.getByLabel('School number')).toBeVisible();
  await page.goBack();
  await expect(schoolButton(page)).toBeVisible();
  await schoolButton(page).click();
  await signInAtSchool(page, school.enroll({}));
  await expectSignedIn(page);
});

test('a school account linked to another account cannot be linked', async ({
  page,
  elsewhere,
  school,
  watched,
}) => {
  watched.expectConsoleError(/409/);
  const student = school.enroll({});
  await goToSchool(elsewhere);
  await signInAtSchool(elsewhere, student);
  await expectSignedIn(elsewhere);
  await openAs(page, await confirmedApplicant(), '/account');
  await button(section(page), `Link ${TITLE}`).click();
  await signInAtSchool(page, student);
  await expectFailure(page, 'This is linked to another account here.');
  await expectAccessibleView(page);
  await link(page, 'Go to your account').click();
  await expect(section(page)).toContainText('Nothing is linked yet.');
});

test('a school that fails during sign-in leads to a page that reports it', async ({
  page,
  school,
}) => {
  const student = school.enroll({});
  await goToSchool(page);
  school.setTokenEndpoint(false);
  try {
    await signInAtSchool(page, student);
    await expectFailure(page, 'We can’t reach the provider right now.');
  } finally {
    school.setTokenEndpoint(true);
  }
  await link(page, 'Try again').click();
  await schoolButton(page).click();
  await expectSignedIn(page);
});

/** Signs in at the school and blocks the exchange of the code until it is released. */
async function withBlockedExchange(page: Page, student: Student) {
  const codes: string[] = [];
  const exchange = '**/api/auth/sessions/pkce';
  await page.route(exchange, async (route) => {
    codes.push((route.request().postDataJSON() as { auth_code: string }).auth_code);
    await route.abort();
  });
  await goToSchool(page);
  await signInAtSchool(page, student);
  await expect(button(main(page), 'Try again')).toBeVisible();
  const [code = ''] = codes;
  return { code, release: () => page.unroute(exchange) };
}

test('a code from another browser signs in neither browser', async ({
  page,
  elsewhere,
  school,
  watched,
}) => {
  watched.expectConsoleError(/ERR_FAILED|400/);
  const [student, other] = [school.enroll({}), school.enroll({})];
  const { code, release } = await withBlockedExchange(page, student);
  await elsewhere.goto(`/auth/finish#code=${code}`);
  await expectFailure(elsewhere, NOTHING);
  await expectAccessibleView(elsewhere);
  await link(elsewhere, 'Sign In').click();
  await expect(elsewhere).toHaveURL('/auth');
  // Even while this browser has its own flow.
  await schoolButton(elsewhere).click();
  await expect(elsewhere.getByLabel('School number')).toBeVisible();
  await elsewhere.goto(`/auth/finish#code=${code}`);
  await expectFailure(elsewhere, 'This was started in another tab or browser.');
  await expectAccessibleView(elsewhere);
  expect(await storedSession(elsewhere)).toBeNull();
  // The code no longer works in the first browser either.
  await release();
  await button(main(page), 'Try again').click();
  await expectFailure(page, 'This is already done or has expired.');
  await expect(link(page, 'Try again')).toBeVisible();
  await link(elsewhere, 'Try again').click();
  await schoolButton(elsewhere).click();
  await signInAtSchool(elsewhere, other);
  await expectSignedIn(elsewhere);
});

test('a reopened address reports that there is nothing to finish', async ({
  page,
  school,
  watched,
}) => {
  watched.expectConsoleError(/400/);
  await page.goto('/auth/finish');
  await expectFailure(page, NOTHING);
  await expectAccessibleView(page);
  await page.reload();
  await expectFailure(page, NOTHING);
  await goToSchool(page);
  await expect(page.getByLabel('School number')).toBeVisible();
  await page.goto('/auth/finish#code=junk');
  await expectFailure(page, 'This is already done or has expired.');
  await expectAccessibleView(page);
  await page.reload();
  await expectFailure(page, NOTHING);
  await link(page, 'Sign In').click();

  const answer = page.waitForRequest('**/api/auth/sessions/pkce');
  await schoolButton(page).click();
  await signInAtSchool(page, school.enroll({}));
  const { auth_code: code } = (await answer).postDataJSON() as { auth_code: string };
  await expectSignedIn(page);
  const before = await storedSession(page);
  await page.goto(`/auth/finish#code=${code}`);
  await expectFailure(page, NOTHING);
  await expectAccessibleView(page);
  expect(await storedSession(page)).toEqual(before);
  await link(page, 'Go to your account').click();
  await expect(page).toHaveURL('/account');
});

test('a sign-in through the school leaves no code in the address or the history', async ({
  page,
  school,
  watched,
}) => {
  // The school rejects a repeated request.
  watched.expectConsoleError(/404|500/);
  const seen: string[] = [];
  page.on('framenavigated', (frame) => seen.push(frame.url()));
  await goToSchool(page);
  await signInAtSchool(page, school.enroll({}));
  await expectSignedIn(page);
  expect(seen.some((url) => url.includes('#code='))).toBe(true);
  expect(await page.evaluate(() => Object.keys(sessionStorage).join())).not.toContain('provider');
  await button(page.getByRole('dialog'), /maybe later|close|not now/i)
    .first()
    .click();
  await page.goBack();
  await expect(page).not.toHaveURL(/code=/);
});
