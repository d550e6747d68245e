/** Tests the membership dialog after signing in on /auth. */
import { screen, within } from '@testing-library/react';
import { HttpResponse } from 'msw';
import { describe, expect, test, vi } from 'vitest';
import { currentUser, pageOf, problem, serve, sessionView } from '../../../test/api/mock-api';
import { acceptSignIn, signedInAs, withRealSession } from '../../../test/api/real-session';
import { decided, nothingPending, receipt } from '../../../test/api/apply-page';
import { withSite } from '../../../test/browser/site';
import { deferred } from '../../../test/deferred';
import { expectArrivalAt, renderPage } from '../../../test/screens/render-page';
import type { SessionView } from '../../api/sessions';
import type { Role } from '../../session/roles';
import { AuthPage } from './auth-page';

withRealSession();

const open = () => renderPage(AuthPage, '/auth');
const form = () => within(screen.getByRole('tabpanel', { name: 'Sign In' }));

/** Signs in with the form, as a user with this role. */
async function signIn(role: Role, more: Partial<SessionView> = {}) {
  acceptSignIn('post /api/auth/sessions', [role], more);
  const { user } = open();
  await user.type(form().getByLabelText('Email'), 'ada@example.com');
  await user.type(form().getByLabelText('Password'), 'Correct-Horse-1{Enter}');
}

const FLAG = 'membershipPromptDismissed';

test.each([
  ['Apply Now', '{Enter}', '/apply'],
  ['Escape', '{Escape}', '/'],
])('a checked checkbox is stored when %s closes the dialog', async (_, key, target) => {
  await signedInAs('applicant');
  const { user } = open();
  const dialog = within(await screen.findByRole('dialog', { name: 'Apply for Membership' }));
  const apply = dialog.getByRole('button', { name: 'Apply Now' });
  expect(document.activeElement).toBe(apply);
  await user.click(dialog.getByLabelText("Don't show this dialog again"));
  expect(localStorage.getItem(FLAG)).toBeNull();
  apply.focus();
  await user.keyboard(key);
  await expectArrivalAt(target);
  expect(localStorage.getItem(FLAG)).toBe('true');
});

test('the submitted form stays behind the dialog and is inert', async () => {
  await signIn('applicant');
  await screen.findByRole('dialog', { name: 'Apply for Membership' });
  const sent = document.querySelector<HTMLInputElement>('input[name=email]');
  expect(sent?.value).toBe('ada@example.com');
  expect(sent?.closest('[inert]')).not.toBeNull();
});

test('the dialog waits until the roles are known', async () => {
  const roles = deferred<Role[]>();
  const signedIn = signedInAs();
  serve('get /api/users/me', async () => HttpResponse.json(currentUser(await roles.promise)));
  const { router } = open();
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(router.state.location.pathname).toBe('/auth');
  roles.resolve(['applicant']);
  await signedIn;
  expect(await screen.findByRole('dialog')).toBeTruthy();
});

test.each([
  ['an applicant', 'applicant', true],
  ['a member', 'member', false],
] as const)(
  'after dismissal, the toast links to the application only for an applicant: %s',
  async (_who, role, leads) => {
    localStorage.setItem(FLAG, 'true');
    await signIn(role);
    await expectArrivalAt('/');
    expect(await screen.findByText('Welcome back!')).toBeTruthy();
    const link = screen.queryByRole('link', { name: 'Continue to your application' });
    expect(link?.getAttribute('href') ?? null).toBe(leads ? '/apply' : null);
  },
);

describe('with the feature apply', () => {
  withSite();

  test.each([
    ['Ada', 'Welcome, Ada!'],
    ['', 'Welcome!'],
  ])('%j, who has not applied, sees the dialog and is welcomed once', async (name, welcome) => {
    serve('get /api/applications/mine', () => HttpResponse.json(nothingPending));
    const { user } = sessionView();
    await signIn('applicant', { first_sign_in: true, user: { ...user, first_name: name } });
    expect(await screen.findByRole('dialog', { name: 'Apply for Membership' })).toBeTruthy();
    expect(screen.getByText(welcome)).toBeTruthy();
    expect(screen.queryByText('Welcome back!')).toBeNull();
  });

  test.each([
    ['a pending application', () => HttpResponse.json(pageOf([receipt]))],
    ['a rejected application', () => HttpResponse.json(pageOf([decided('rejected')]))],
    ['applications that cannot be read', () => problem(500, 'internal_error', 'Broken.')],
  ])('an applicant with %s is sent home without the dialog', async (_, answer) => {
    vi.spyOn(console, 'warn').mockReturnValue();
    serve('get /api/applications/mine', answer);
    await signIn('applicant');
    await expectArrivalAt('/');
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(await screen.findByText('Welcome back!')).toBeTruthy();
  });
});

describe('after the season', () => {
  withSite({ season: { closes_on: '2020-03-31', decides_by: '2020-05-15' } });

  test('an applicant is sent home without an invitation to apply', async () => {
    await signIn('applicant');
    await expectArrivalAt('/');
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(screen.queryByRole('link', { name: 'Continue to your application' })).toBeNull();
  });
});
