import { screen } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { expect, test } from 'vitest';
import { expectAccessible } from '../../../test/axe';
import { assertion, browserWithPasskeys, withoutPasskeys } from '../../../test/browser-passkeys';
import { currentUser, problem, server, serveApi, sessionView, tooMany } from '../../../test/msw';
import { renderPage } from '../../../test/msw-screen';
import { withRealSession } from '../../../test/msw-session';
import { sessionStore } from '../../session/browser-session';
import { SignInPanel } from './sign-in-panel';

serveApi();
withRealSession();
withoutPasskeys();

const NAME = 'Use a passkey';
const button = () => screen.getByRole('button', { name: NAME });

function serve(): unknown[] {
  const sent: unknown[] = [];
  server.use(
    http.post('/api/auth/passkeys/challenges', () =>
      HttpResponse.json(
        {
          options: { challenge: 'Y2hhbGxlbmdl', rpId: 'localhost', userVerification: 'required' },
          expires_at: '2026-03-05T10:05:00Z',
        },
        { status: 201 },
      ),
    ),
    http.post('/api/auth/sessions/passkey', async ({ request }) => {
      sent.push(await request.json());
      return HttpResponse.json(sessionView({ aal: 'aal2' }), { status: 201 });
    }),
    http.get('/api/users/me', () => HttpResponse.json(currentUser(['applicant']))),
  );
  return sent;
}

test('a passkey signs in without address and password', async () => {
  const asked = browserWithPasskeys();
  const sent = serve();
  const { user } = renderPage(SignInPanel, '/auth');
  await expectAccessible();
  await user.click(button());
  expect(await screen.findByText('Welcome back!')).toBeTruthy();
  expect(sent).toEqual([{ credential: assertion }]);
  expect(asked).toMatchObject([{ rpId: 'localhost', userVerification: 'required' }]);
  expect(sessionStore.current().status).toBe('signed-in');
});

test('a browser without passkeys is offered none', () => {
  renderPage(SignInPanel, '/auth');
  expect(screen.queryByRole('button', { name: NAME })).toBeNull();
});

test.each([
  ['NotAllowedError', 'No passkey was used.'],
  ['NotSupportedError', 'Passkeys do not work here'],
] as const)(
  'where the browser ends with %s, the form says so and goes on',
  async (ending, words) => {
    browserWithPasskeys(ending);
    const sent = serve();
    const { user } = renderPage(SignInPanel, '/auth');
    await user.click(button());
    expect((await screen.findByRole('alert')).textContent).toContain(words);
    expect(sent).toEqual([]);
    browserWithPasskeys();
    await user.click(button());
    expect(await screen.findByText('Welcome back!')).toBeTruthy();
  },
);

test('a passkey that the site does not know is told from too many attempts', async () => {
  browserWithPasskeys();
  serve();
  server.use(
    http.post('/api/auth/sessions/passkey', () => problem(401, 'credential_invalid', 'No.')),
  );
  const { user } = renderPage(SignInPanel, '/auth');
  await user.click(button());
  expect((await screen.findByRole('alert')).textContent).toContain('belongs to no account here');
  server.use(http.post('/api/auth/passkeys/challenges', () => tooMany()));
  await user.click(button());
  expect(await screen.findByText(/There were many attempts/)).toBeTruthy();
});
