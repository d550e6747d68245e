import { screen, waitFor } from '@testing-library/react';
import { StrictMode } from 'react';
import { delay, HttpResponse } from 'msw';
import { describe, expect, test } from 'vitest';
import { expectAccessible } from '../../../test/screens/axe';
import { currentUser, problem, serve, sessionView, tooMany } from '../../../test/api/mock-api';
import { atSchool } from '../../../test/api/linked-accounts';
import { school } from '../../../test/api/providers';
import { expectArrivalAt, renderPage } from '../../../test/screens/render-page';
import { acceptSignIn, signedInAs, withRealSession } from '../../../test/api/real-session';
import { beginFlow, readFlow } from '../../session/tab-storage/provider-flow';
import { AuthFinishPage } from './auth-finish-page';

withRealSession();

const ADA = sessionView().user.id;
/** Strict mode runs effects twice, but the code is single-use. */
const Page = () => (
  <StrictMode>
    <AuthFinishPage />
  </StrictMode>
);
const open = (hash: string) => renderPage(Page, '/auth/finish', `/auth/finish${hash}`);
const alert = () => screen.findByRole('alert');
const linkTarget = (name: string) => screen.getByRole('link', { name }).getAttribute('href');

/** Stores the flow of a tab that went to the school's provider. Returns its secret. */
async function wentToSchool(linkTo: string | null = null): Promise<string> {
  await beginFlow(school, linkTo);
  return readFlow()?.verifier ?? '';
}

/** Gives this response to the code. Returns the requests. */
function answerCode(answer: () => Response | Promise<void>): unknown[] {
  const sent = serve('post /api/auth/sessions/pkce', answer);
  serve('get /api/users/me', () => HttpResponse.json(currentUser(['member'])));
  return sent;
}
const accept = () => acceptSignIn('post /api/auth/sessions/pkce', ['member']);

describe('signing in', () => {
  test('the code is sent once and removed from the URL before the response', async () => {
    const verifier = await wentToSchool();
    const sent = answerCode(() => delay('infinite'));
    const { router } = open('#code=abc');
    await waitFor(() => expect(router.state.location.hash).toBe(''));
    expect(router.state.location.pathname).toBe('/auth/finish');
    expect(router.state.historyAction).toBe('REPLACE');
    expect(screen.getByText('Signing you in…').role).toBe('status');
    await waitFor(() => expect(sent).toEqual([{ auth_code: 'abc', code_verifier: verifier }]));
    await expectAccessible();
  });

  test('the second step has a button back to the forms', async () => {
    await wentToSchool();
    const asked = { status: 'factor_required', challenge_token: 'c-1', expires_in: 300 };
    answerCode(() => HttpResponse.json({ ...asked, factors: [], options: null }));
    const { user } = open('#code=abc');
    await user.click(await screen.findByRole('button', { name: 'Back to Sign In' }));
    await expectArrivalAt('/auth');
  });

  test.each([
    [400, 'flow_state_expired', /took too long/, 'Try again', '/auth'],
    [403, 'account_disabled', /is disabled/, 'Contact us', '/contact'],
    [418, 'unknown_code', /^A newer message/, 'Try again', '/auth'],
  ] as const)('%i %s has a message and a link', async (status, code, sentence, name, to) => {
    await wentToSchool();
    answerCode(() => problem(status, code, 'A newer message.'));
    open('#code=abc');
    const notice = await alert();
    expect(notice.textContent).toMatch(sentence);
    expect(document.activeElement).toBe(notice);
    expect(linkTarget(name)).toBe(to);
    expect(screen.queryByRole('button')).toBeNull();
    expect(readFlow()).toBeNull();
    await expectAccessible();
  });

  test.each([
    ['flow_state_not_found', /already done/, 'Try again'],
    ['flow_state_expired', /took too long/, 'Try again'],
    ['provider_refused', /^The provider couldn’t sign you in\. Please/, 'Try again'],
    ['id_token_invalid', /couldn’t verify/, 'Sign in another way'],
    ['toString', /^The provider couldn’t sign you in\.$/, 'Try again'],
  ] as const)(
    'a callback with %s shows a message and sends nothing',
    async (code, sentence, name) => {
      await wentToSchool();
      open(`#error=${code}`);
      expect((await alert()).textContent).toMatch(sentence);
      expect(linkTarget(name)).toBe('/auth');
      await waitFor(() => expect(readFlow()).toBeNull());
      await expectAccessible();
    },
  );

  test.each([
    ['no connection', () => HttpResponse.error(), /^We couldn’t reach the server/],
    ['a busy server', () => problem(503, 'unavailable', 'Busy.'), /^Busy\.$/],
    ['a limit', tooMany, /try again in about 3 minutes/],
  ] as const)('%s keeps code and secret for another attempt', async (_, answer, sentence) => {
    const verifier = await wentToSchool();
    answerCode(answer);
    const { user } = open('#code=abc');
    expect((await alert()).textContent).toMatch(sentence);
    expect(linkTarget('Sign in another way')).toBe('/auth');
    expect(readFlow()?.verifier).toBe(verifier);
    await expectAccessible();
    const sent = accept();
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    await expectArrivalAt('/auth');
    expect(sent).toEqual([{ auth_code: 'abc', code_verifier: verifier }]);
    expect(readFlow()).toBeNull();
  });
});

test('a repeated failure is announced again', async () => {
  await wentToSchool();
  answerCode(() => HttpResponse.error());
  const { user } = open('#code=abc');
  const first = await alert();
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  await waitFor(async () => expect(await alert()).not.toBe(first));
  expect(document.activeElement).toBe(await alert());
});

test.each(['', '#code='])(
  '"%s" without a code redeems nothing and shows a message',
  async (hash) => {
    await wentToSchool();
    open(hash);
    expect((await alert()).textContent).toMatch(/^There’s nothing to finish here/);
    expect(linkTarget('Sign In')).toBe('/auth');
    await waitFor(() => expect(readFlow()).toBeNull());
  },
);

describe('linking', () => {
  function answerLink(answer: () => Response): unknown[] {
    const sent: unknown[] = [];
    serve('post /api/users/me/identities', async (_, { request }) => {
      sent.push(await request.json());
      return answer();
    });
    return sent;
  }
  const linked = () => answerLink(() => HttpResponse.json(atSchool, { status: 201 }));

  test.each([
    [403, 'reauthentication_required', /^Too much time has passed/],
    [400, 'flow_state_expired', /took too long/],
    [400, 'bad_code_verifier', /another tab or browser/],
    [401, 'id_token_invalid', /couldn’t verify/],
    [404, 'unknown_provider', /no longer offered/],
  ] as const)('%i %s has a message and a link to the account', async (status, code, sentence) => {
    await signedInAs('member');
    await wentToSchool(ADA);
    answerLink(() => problem(status, code, 'For programs.'));
    open('#code=abc');
    expect((await alert()).textContent).toMatch(sentence);
    expect(linkTarget('Go to your account')).toBe('/account');
    expect(readFlow()).toBeNull();
    await expectAccessible();
  });

  test("nothing is linked to another user's account", async () => {
    await signedInAs('member');
    await wentToSchool('another-user');
    const sent = linked();
    open('#code=abc');
    expect((await alert()).textContent).toMatch(/^Someone else signed in here/);
    expect(linkTarget('Go to your account')).toBe('/account');
    expect(sent).toEqual([]);
    expect(readFlow()).toBeNull();
  });

  test('a user whose session has ended must sign in first', async () => {
    await wentToSchool(ADA);
    const sent = linked();
    open('#code=abc');
    expect((await alert()).textContent).toMatch(/^You’re no longer signed in/);
    expect(linkTarget('Sign In')).toBe('/auth');
    expect(sent).toEqual([]);
  });
});
