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

test.each([
  ['second_factor_required', 403, 'Set it up', '/account#two-step'],
  ['conflict', 409, 'Set a password', '/account#password'],
] as const)('%s leads to where it is met, and keeps the link', async (code, status, name, href) => {
  await signedInAs('applicant');
  serve('post /api/invitations/acceptances', () => problem(status, code, 'Refused.'));
  const { user, router } = open();
  await user.click(button(accept));
  await screen.findByRole('link', { name });
  expect([linkTo(name), router.state.location.hash]).toEqual([href, '#token=secret']);
});

test('two presses accept once, and the link leaves the URL', async () => {
  await signedInAs('applicant');
  const sent = serve(
    'post /api/invitations/acceptances',
    () => new HttpResponse(null, { status: 204 }),
  );
  const { user, router } = open();
  await user.dblClick(button(accept));
  expect(await screen.findByText('You’re an administrator now')).toBeTruthy();
  expect([sent, linkTo('Open the dashboard')]).toEqual([[{ token: 'secret' }], '/admin']);
  expect(router.state.location.hash).toBe('');
});
