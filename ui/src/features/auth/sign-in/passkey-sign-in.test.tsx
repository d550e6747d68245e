import { screen, waitFor } from '@testing-library/react';
import { HttpResponse } from 'msw';
import { describe, expect, test } from 'vitest';
import { deferred } from '../../../../test/deferred';
import { expectAccessible } from '../../../../test/screens/axe';
import {
  assertion,
  Autofill,
  browserWithPasskeys,
  withoutPasskeys,
} from '../../../../test/browser/passkeys';
import { problem, serve, tooMany } from '../../../../test/api/mock-api';
import { renderPage } from '../../../../test/screens/render-page';
import { acceptSignIn, withRealSession } from '../../../../test/api/real-session';
import { sessionStore } from '../../../session/browser-session';
import { SignInPanel } from './sign-in-panel';

withRealSession();
withoutPasskeys();

const NAME = 'Use a passkey';
const button = () => screen.getByRole('button', { name: NAME });

const challenge = {
  options: { challenge: 'Y2hhbGxlbmdl', rpId: 'localhost', userVerification: 'required' },
  expires_at: '2026-03-05T10:05:00Z',
};

function acceptPasskeys(): unknown[] {
  serve('post /api/auth/passkeys/challenges', () => HttpResponse.json(challenge, { status: 201 }));
  return acceptSignIn('post /api/auth/sessions/passkey', ['applicant'], { aal: 'aal2' });
}

test('a passkey signs in without an address or a password', async () => {
  const asked = browserWithPasskeys();
  const sent = acceptPasskeys();
  const { user } = renderPage(SignInPanel, '/auth');
  await expectAccessible();
  await user.click(button());
  expect(await screen.findByText('Welcome back!')).toBeTruthy();
  expect(sent).toEqual([{ credential: assertion }]);
  expect(asked).toMatchObject([{ rpId: 'localhost', userVerification: 'required' }]);
  expect(sessionStore.current().status).toBe('signed-in');
});

test('a browser without passkeys shows no button', () => {
  renderPage(SignInPanel, '/auth');
  expect(screen.queryByRole('button', { name: NAME })).toBeNull();
});

test.each([
  ['NotAllowedError', 'No passkey was used.'],
  ['NotSupportedError', 'Passkeys don’t work'],
] as const)('after %s the form shows a message and works again', async (ending, words) => {
  browserWithPasskeys(ending);
  const sent = acceptPasskeys();
  const { user } = renderPage(SignInPanel, '/auth');
  await user.click(button());
  expect((await screen.findByRole('alert')).textContent).toContain(words);
  expect(sent).toEqual([]);
  browserWithPasskeys();
  await user.click(button());
  expect(await screen.findByText('Welcome back!')).toBeTruthy();
});

describe('autofill', () => {
  const open = async () => {
    const autofill = new Autofill();
    browserWithPasskeys('confirmed', autofill);
    const sent = acceptPasskeys();
    await sessionStore.restore();
    const view = renderPage(SignInPanel, '/auth');
    expect(screen.getByLabelText<HTMLInputElement>('Email').autocomplete).toBe('username webauthn');
    await waitFor(() => expect(autofill.isOffered).toBe(true));
    return { ...view, autofill, sent };
  };

  test('the chosen passkey signs in', async () => {
    const { autofill, sent } = await open();
    autofill.choose();
    expect(await screen.findByText('Welcome back!')).toBeTruthy();
    expect(sent).toEqual([{ credential: assertion }]);
  });

  test('passkeys are offered again after a wrong password, but not during the sign-in', async () => {
    const { autofill, user } = await open();
    const refusal = deferred();
    serve('post /api/auth/sessions', async () => {
      await refusal.promise;
      return problem(401, 'invalid_credentials', 'No.');
    });
    await user.type(screen.getByLabelText('Email'), 'ada@example.com');
    await user.type(screen.getByLabelText('Password'), 'wrong{Enter}');
    await waitFor(() => expect(autofill.isOffered).toBe(false));
    refusal.resolve();
    await waitFor(() => expect(autofill.isOffered).toBe(true));
  });

  test('no passkey is offered after the form is unmounted', async () => {
    const { autofill, unmount } = await open();
    unmount();
    expect(autofill.isOffered).toBe(false);
  });
});

test('an unknown passkey and too many attempts get different messages', async () => {
  browserWithPasskeys();
  acceptPasskeys();
  serve('post /api/auth/sessions/passkey', () => problem(401, 'credential_invalid', 'No.'));
  const { user } = renderPage(SignInPanel, '/auth');
  await user.click(button());
  expect((await screen.findByRole('alert')).textContent).toContain(
    'doesn’t belong to any account here',
  );
  serve('post /api/auth/passkeys/challenges', tooMany);
  await user.click(button());
  expect(await screen.findByText(/Too many attempts/)).toBeTruthy();
});
