import { screen } from '@testing-library/react';
import { HttpResponse } from 'msw';
import { expect, test } from 'vitest';
import { problem, serve } from '../../../test/api/mock-api';
import { signedInAs, withRealSession } from '../../../test/api/real-session';
import { button, renderPage } from '../../../test/screens/render-page';
import { AuthInvitationPage } from './auth-invitation-page';

withRealSession();

const open = (hash = '#token=secret') =>
  renderPage(AuthInvitationPage, '/auth/invitation', `/auth/invitation${hash}`);
const accept = 'Accept the invitation';
const linkTo = (name: string) => screen.getByRole('link', { name }).getAttribute('href');

test('a visitor is asked to sign in or sign up, and a link without a token is refused', () => {
  const { unmount } = open();
  expect([linkTo('Sign In'), linkTo('Create an account')]).toEqual(['/auth', '/auth#sign-up']);
  unmount();
  open('');
  expect(screen.getByRole('alert').textContent).toMatch(/incomplete/);
});

test('each requirement leads to where it is met, and the link is kept until it is used', async () => {
  await signedInAs('applicant');
  const { user, router } = open();
  const refusals = [
    ['second_factor_required', 403, 'Set it up', '/account#two-step'],
    ['conflict', 409, 'Set a password', '/account#password'],
  ] as const;
  for (const [code, status, name, href] of refusals) {
    serve('post /api/invitations/acceptances', () => problem(status, code, 'Refused.'));
    // oxlint-disable-next-line no-await-in-loop -- one press after another
    await user.click(button(accept));
    // oxlint-disable-next-line no-await-in-loop -- as above
    await screen.findByRole('link', { name });
    expect(linkTo(name)).toBe(href);
  }
  expect(router.state.location.hash).toBe('#token=secret');
  const sent = serve(
    'post /api/invitations/acceptances',
    () => new HttpResponse(null, { status: 204 }),
  );
  await user.dblClick(button(accept));
  expect(await screen.findByText('You’re an administrator now')).toBeTruthy();
  expect([sent, linkTo('Open the dashboard')]).toEqual([[{ token: 'secret' }], '/admin']);
  expect(router.state.location.hash).toBe('');
});
