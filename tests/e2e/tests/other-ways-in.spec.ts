// Signing in with an account of one's school: the first time, again, with an account that is here already, and everything
// that can come between. The school is a provider of its own (school.ts).
import type { APIRequestContext, Locator, Page } from '@playwright/test';
import { codeOf, withApp } from '../authenticator-app.js';
import { walks } from '../hands.js';
import { expect, expectSoundView, test as ordinary } from '../journey-test.js';
import { codeIn, firstLink, mailsAbout, mailTo } from '../mailbox.js';
import { passSchool, type Pupil, TITLE } from '../school.js';
import { storedSession } from '../stored-session.js';
import { confirmedApplicant, type Person, signIn, startAs, toast } from '../steps.js';
import { test } from '../ways-in-test.js';

const NOTICE = /How you sign in to .* was changed/;
const PASSWORD = 'Harbor-58-violet';
const NOTHING = 'There is nothing to finish here';

const main = (page: Page) => page.getByRole('main');
const panel = (page: Page, name = 'Sign In') => page.getByRole('tabpanel', { name });
const section = (page: Page) => page.getByRole('region', { name: 'Other ways to sign in' });
const told = (page: Page) => main(page).getByRole('alert');
const toSchool = (page: Page, tab = 'Sign In', title = TITLE) =>
  panel(page, tab).getByRole('button', { name: `Continue with ${title}` });
const wayOn = (page: Page, name: string) => main(page).getByRole('link', { name, exact: true });
const button = (place: Locator | Page, name: string | RegExp) =>
  place.getByRole('button', typeof name === 'string' ? { name, exact: true } : { name });

async function signOut(page: Page): Promise<void> {
  await page.evaluate(() => localStorage.clear());
  await page.goto('/auth');
}

const welcomed = (page: Page) => expect(toast(page)).toContainText('Welcome back!');

async function openTheSchool(page: Page): Promise<void> {
  await page.goto('/auth');
  await toSchool(page).click();
}

/** The page where the way through the school has ended, and why. */
async function expectFailure(page: Page, words: string): Promise<void> {
  await expect(page).toHaveURL('/auth/finish');
  await expect(told(page)).toContainText(words);
  await expect(told(page)).toBeFocused();
}

/** Signs in with a code from a mail, which lets nobody change how one signs in. */
async function signInByCode(page: Page, { email }: Person): Promise<void> {
  await page.goto('/auth');
  await panel(page).getByLabel('Email').fill(email);
  await button(panel(page), 'Email me a sign-in code').click();
  await button(panel(page), 'Send the code').click();
  const code = codeIn(await mailTo(email, /Your sign-in code/));
  await panel(page).getByLabel('Code from the email').fill(code);
  await button(panel(page), 'Sign In').click();
  await welcomed(page);
}

async function callerOf(page: Page): Promise<{ headers: Record<string, string> }> {
  const stored = await storedSession(page);
  return { headers: { Authorization: `Bearer ${stored?.accessToken}` } };
}

const me = async (page: Page) =>
  (await (await page.request.get('/api/users/me', await callerOf(page))).json()) as object;

for (const { name, viewport, by } of walks)
  test.describe(name, () => {
    test.use({ viewport });

    test('somebody new gets an account through the school, and comes in again', async ({
      page,
      school,
    }) => {
      const pupil = school.enrol({ firstName: 'Édith', lastName: 'Nuñez' });
      await page.goto('/auth');
      await expect(toSchool(page)).toBeVisible();
      await expectSoundView(page);
      await page.getByRole('tab', { name: 'Sign Up' }).click();
      await expect(toSchool(page, 'Sign Up')).toBeVisible();
      await expectSoundView(page);
      await by.press(toSchool(page, 'Sign Up'));
      await passSchool(page, pupil);
      await welcomed(page);
      await expect(page.getByRole('dialog', { name: 'Apply for Membership' })).toBeVisible();
      await expect(page).toHaveURL('/auth');
      expect(await me(page)).toMatchObject({
        email: pupil.email,
        email_verified: true,
        first_name: 'Édith',
        last_name: 'Nuñez',
        roles: ['applicant'],
      });
      const first = await me(page);

      // The school still knows who sits there, and asks nothing.
      await signOut(page);
      await by.press(toSchool(page));
      await welcomed(page);
      expect(await me(page)).toEqual(first);
      await page.goto('/account');
      await expect(section(page).getByRole('listitem')).toContainText(pupil.email);
      await expectSoundView(page);
    });

    test('an address with an account signs in first; then the school is linked, signs in, and is unlinked', async ({
      page,
      school,
      watched,
    }) => {
      test.setTimeout(120_000);
      watched.expectConsoleError(/40[139]/);
      const person = await confirmedApplicant(page);
      const pupil = school.enrol({ email: person.email });
      await page.goto('/auth');
      await by.press(toSchool(page));
      await passSchool(page, pupil);
      await expectFailure(page, 'Your email address has an account here already.');
      await expectSoundView(page);
      await by.press(wayOn(page, 'Sign in with your password'));
      await expect(page).toHaveURL('/auth');

      await signInByCode(page, person);
      await page.goto('/account');
      await expect(section(page)).toContainText('Nothing is linked yet.');
      await expectSoundView(page);
      await by.press(button(section(page), `Link ${TITLE}`));
      const dialog = page.getByRole('dialog', { name: 'Please enter your password' });
      const password = dialog.getByLabel('Current password');
      await expect(password).toBeFocused();
      await expectSoundView(page);
      await by.type(password, 'not the password');
      await by.press(button(dialog, 'Continue'));
      await expect(password).toBeFocused();
      await expect(password).toHaveAttribute('aria-invalid', 'true');
      await by.type(password, person.password);
      await by.press(button(dialog, 'Continue'));
      await expect(page).toHaveURL('/account');
      await expect(toast(page)).toContainText(`${TITLE} is linked`);
      const row = section(page).getByRole('listitem');
      await expect(row).toContainText(person.email);
      await expectSoundView(page);
      await mailsAbout(person.email, NOTICE, 1);

      await signOut(page);
      await by.press(toSchool(page));
      await welcomed(page);
      expect(await me(page)).toMatchObject({ email: person.email, first_name: person.firstName });

      // The school proves less than the password does.
      await page.goto('/account');
      await by.press(button(row, /^Unlink /));
      await expectSoundView(page);
      await by.press(button(page, 'Unlink it'));
      await by.type(password, person.password);
      await by.press(button(dialog, 'Continue'));
      await expect(section(page)).toContainText(`${TITLE} is unlinked.`);
      await expect(section(page)).toContainText('Nothing is linked yet.');
      await mailsAbout(person.email, NOTICE, 2);
      await signOut(page);
      await by.press(toSchool(page));
      await expectFailure(page, 'Your email address has an account here already.');
    });

    test('whose address the school has not verified is told so', async ({
      page,
      school,
      watched,
    }) => {
      watched.expectConsoleError(/403/);
      await page.goto('/auth');
      await by.press(toSchool(page));
      await passSchool(page, school.enrol({ verified: false }));
      await expectFailure(page, 'The provider has not confirmed your email address.');
      await expectSoundView(page);
      await by.press(wayOn(page, 'Sign in another way'));
      await expect(page).toHaveURL('/auth');
      await expect(toSchool(page)).toBeVisible();
    });

    test('who presses Cancel at the school comes back to a page with a way on', async ({
      page,
      school,
    }) => {
      await page.goto('/auth');
      await by.press(toSchool(page));
      await button(page, 'Cancel').click();
      await expectFailure(page, 'You did not agree on the page of the provider');
      await expectSoundView(page);
      await by.press(wayOn(page, 'Try again'));
      await by.press(toSchool(page));
      // The second page of the school.
      await page.getByLabel('School number').fill(school.enrol({}).number);
      await button(page, 'Sign in').click();
      await button(page, 'Cancel').click();
      await expectFailure(page, 'You did not agree on the page of the provider');
    });

    test('an account with an authenticator app is asked for its code after the school', async ({
      page,
      school,
      watched,
    }) => {
      watched.expectConsoleError(/40[19]/);
      const pupil = school.enrol({});
      await openTheSchool(page);
      await passSchool(page, pupil);
      await welcomed(page);
      const key = await withApp(page);
      await signOut(page);
      await by.press(toSchool(page));
      const field = main(page).getByLabel('Code from the app');
      await expect(page).toHaveURL('/auth/finish');
      await expect(field).toBeFocused();
      await expectSoundView(page);
      expect(await storedSession(page)).toBeNull();
      await by.type(field, codeOf(key, 5));
      await by.press(button(main(page), 'Sign In'));
      await expect(told(page)).toBeVisible();
      await expect(field).toBeFocused();
      await by.type(field, codeOf(key, 1));
      await by.press(button(main(page), 'Sign In'));
      await welcomed(page);

      // The code has proved who it is, so nobody is asked for a password that there is not.
      await page.goto('/account');
      await by.press(button(section(page), /^Unlink /));
      await by.press(button(page, 'Unlink it'));
      await expect(told(page)).toContainText('This is your only way to sign in.');
      await expectSoundView(page);
      await expect(section(page).getByRole('listitem')).toContainText(pupil.email);
      await by.press(wayOn(page, 'Ask for a password'));
      await expect(page).toHaveURL('/auth/recover');
    });

    test('who came by the school alone chooses a password before it is unlinked', async ({
      page,
      school,
      watched,
    }) => {
      // A new password ends every session, that of this page too.
      watched.expectConsoleError(/40[13]|could not be (refreshed|loaded)/);
      const pupil = school.enrol({});
      await openTheSchool(page);
      await passSchool(page, pupil);
      await welcomed(page);
      await page.goto('/account');
      await by.press(button(section(page), /^Unlink /));
      await by.press(button(page, 'Unlink it'));
      const dialog = page.getByRole('dialog', { name: 'Please enter your password' });
      await by.press(dialog.getByRole('link', { name: /^You have no password/ }));
      await expect(page).toHaveURL('/auth/recover');
      await expectSoundView(page);
      await by.type(main(page).getByLabel('Email'), pupil.email);
      await by.press(button(main(page), 'Send the link'));
      await page.goto(firstLink(await mailTo(pupil.email, /Choose a new password/)));
      await by.press(button(main(page), 'Continue'));
      await by.type(main(page).getByLabel('New password'), PASSWORD);
      await by.press(button(main(page), 'Set the new password'));
      await expect(toast(page)).toContainText('Password changed');
      await signIn(page, { email: pupil.email, password: PASSWORD, firstName: pupil.firstName });
      await welcomed(page);
      await page.goto('/account');
      await by.press(button(section(page), /^Unlink /));
      await by.press(button(page, 'Unlink it'));
      await expect(section(page)).toContainText(`${TITLE} is unlinked.`);
    });

    test('a school that is down leads to a page that says so', async ({ page, watched }) => {
      watched.expectConsoleError(/503/);
      await page.goto('/auth');
      await by.press(toSchool(page, 'Sign In', 'Closed School'));
      await expectFailure(page, 'The provider could not be reached just now.');
      await expectSoundView(page);
      await by.press(wayOn(page, 'Try again'));
      await expect(page).toHaveURL('/auth');
      await startAs(page, await confirmedApplicant(page));
      await page.goto('/account');
      await by.press(button(section(page), 'Link Closed School'));
      await expectFailure(page, 'The provider could not be reached just now.');
      await by.press(wayOn(page, 'Go to your account'));
      await expect(page).toHaveURL('/account');
    });
  });

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
  await expectFailure(elsewhere, 'This began in another tab or browser.');
  await expectSoundView(elsewhere);
  expect(await storedSession(elsewhere)).toBeNull();
  // Nor does the code work any more for whom it was.
  await release();
  await button(main(page), 'Try again').click();
  await expectFailure(page, 'This was finished already, or it began long ago.');
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
  await expectFailure(page, 'This was finished already, or it began long ago.');
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

ordinary(
  'where no provider and no wallet is set, no page says a word of them',
  async ({ page }) => {
    const asked = page.waitForResponse('**/api/auth/providers');
    await page.goto('/auth');
    expect(await (await asked).json()).toEqual({ items: [] });
    const none = async (tab: string) => {
      await expect(button(panel(page, tab), tab)).toBeVisible();
      await expect(panel(page, tab).getByRole('button', { name: /^Continue with/ })).toHaveCount(0);
      await expect(panel(page, tab).getByText('or', { exact: true })).toHaveCount(0);
    };
    await none('Sign In');
    await page.getByRole('tab', { name: 'Sign Up' }).click();
    await none('Sign Up');
    await startAs(page, await confirmedApplicant(page));
    await page.goto('/account');
    await expect(page.getByRole('region', { name: 'Two-step sign-in' })).toBeVisible();
    await expect(section(page)).toHaveCount(0);
  },
);
