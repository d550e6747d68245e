/** Tests the membership dialog after signing in on /auth. */
import { screen, within } from '@testing-library/react';
import { HttpResponse } from 'msw';
import { expect, test } from 'vitest';
import { currentUser, serve } from '../../../test/api/mock-api';
import { acceptSignIn, signedInAs, withRealSession } from '../../../test/api/real-session';
import { deferred } from '../../../test/deferred';
import { expectAccessible } from '../../../test/screens/axe';
import { expectArrivalAt, renderPage } from '../../../test/screens/render-page';
import type { Role } from '../../session/roles';
import { AuthPage } from './auth-page';

withRealSession();

const open = () => renderPage(AuthPage, '/auth');
const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name });
const form = () => within(screen.getByRole('tabpanel', { name: 'Sign In' }));

/** Signs in with the form, as a user with this role. */
async function signIn(role: Role) {
  acceptSignIn('post /api/auth/sessions', [role]);
  const { user } = open();
  await user.type(form().getByLabelText('Email'), 'ada@example.com');
  await user.type(form().getByLabelText('Password'), 'Correct-Horse-1{Enter}');
}

const TEXT =
  'Complete your journey by applying for full membership to access exclusive educator resources and forums.';
const FLAG = 'membershipPromptDismissed';
const openDialog = async () => {
  await signedInAs('applicant');
  const view = open();
  await screen.findByRole('dialog');
  return view;
};

test('the membership dialog opens for a user who is not a member', async () => {
  await signedInAs('applicant');
  open();
  const dialog = await screen.findByRole('dialog', { name: 'Apply for Membership' });
  expect(within(dialog).getByText(TEXT)).toBeTruthy();
  expect(document.activeElement).toBe(button('Apply Now'));
  await expectAccessible();
});

test('the submitted form stays behind the dialog and is inert', async () => {
  await signIn('applicant');
  await screen.findByRole('dialog', { name: 'Apply for Membership' });
  const sent = document.querySelector<HTMLInputElement>('input[name=email]');
  expect(sent?.value).toBe('ada@example.com');
  expect(sent?.closest('[inert]')).not.toBeNull();
});

test.each(['member', 'admin', 'moderator', 'partner'] as const)(
  'the dialog does not open for a %s, who is sent to the home page',
  async (role) => {
    await signedInAs(role);
    open();
    await expectArrivalAt('/');
    expect(screen.queryByRole('dialog')).toBeNull();
  },
);

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
  ['Apply Later', async (view: ReturnType<typeof open>) => view.user.click(button('Apply Later'))],
  ['Escape', async (view: ReturnType<typeof open>) => view.user.keyboard('{Escape}')],
])('%s closes the dialog and opens the home page', async (_, leave) => {
  const view = await openDialog();
  await leave(view);
  await expectArrivalAt('/');
  expect(localStorage.getItem(FLAG)).toBeNull();
});

test('Apply Now opens the application form', async () => {
  const view = await openDialog();
  await view.user.click(button('Apply Now'));
  await expectArrivalAt('/apply');
  expect(screen.queryByRole('dialog')).toBeNull();
});

test.each(['Apply Now', 'Apply Later'])('a checked checkbox is stored by %s', async (way) => {
  const view = await openDialog();
  await view.user.click(screen.getByLabelText("Don't show this dialog again"));
  expect(localStorage.getItem(FLAG)).toBeNull();
  await view.user.click(button(way));
  await expectArrivalAt(way === 'Apply Now' ? '/apply' : '/');
  expect(localStorage.getItem(FLAG)).toBe('true');
});

test('a dismissed dialog does not open again', async () => {
  localStorage.setItem(FLAG, 'true');
  await signedInAs('applicant');
  open();
  await expectArrivalAt('/');
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
