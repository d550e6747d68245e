import { screen, waitFor } from '@testing-library/react';
import { HttpResponse } from 'msw';
import { describe, expect, test } from 'vitest';
import { deferred } from '../../../../test/deferred';
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
import { SignInPanel } from './sign-in-form';

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

test('a browser without passkeys shows no button', () => {
  renderPage(SignInPanel, '/auth');
  expect(screen.queryByRole('button', { name: NAME })).toBeNull();
});

test('a failure and too many attempts are reported, and the form works again', async () => {
  browserWithPasskeys('NotSupportedError');
  const sent = acceptPasskeys();
  const { user } = renderPage(SignInPanel, '/auth');
  await user.click(button());
  expect((await screen.findByRole('alert')).textContent).toContain('Passkeys don’t work');
  serve('post /api/auth/passkeys/challenges', tooMany);
  await user.click(button());
  expect(await screen.findByText(/Too many attempts/)).toBeTruthy();
  expect(sent).toEqual([]);
  browserWithPasskeys();
  acceptPasskeys();
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
    expect(screen.getByRole('button', { name: 'Signing in...' }).ariaDisabled).toBe('true');
    refusal.resolve();
    await waitFor(() => expect(autofill.isOffered).toBe(true));
  });

  test('no passkey is offered after the form is unmounted', async () => {
    const { autofill, unmount } = await open();
    unmount();
    expect(autofill.isOffered).toBe(false);
  });
});
