import { act, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { expectAccessible } from '../../../test/screens/axe';
import { problem, serve, serveApi, tooMany } from '../../../test/api/mock-api';
import { granted, serveNewPassword, verified } from '../../../test/api/recovery';
import { expectArrivalAt, renderPage } from '../../../test/screens/render-page';
import { sessionState, type SessionEvent } from '../../session/session-state';
import { AuthResetPage } from './auth-reset-page';

serveApi();

const open = (hash: string) => renderPage(AuthResetPage, '/auth/reset', `/auth/reset${hash}`);
const go = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Continue' });
const field = () => screen.getByLabelText('New password');
const press = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Set the new password' });

test('the link opens the form, sends nothing and keeps the token in the URL', async () => {
  const { router } = open('#token=secret');
  expect(field()).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Continue' })).toBeNull();
  expect(router.state.location.hash).toBe('#token=secret');
  await expectAccessible();
});

test('the first password redeems the link, and a refused password can be corrected', async () => {
  const set = serveNewPassword((count) =>
    count > 1 ? undefined : problem(422, 'same_password', 'This is your current password.'),
  );
  const redeemed = serve('post /api/auth/verifications', () => granted());
  const events: SessionEvent[] = [];
  sessionState.subscribe((event) => events.push(event));
  const { user, router } = open('#token=secret');
  await user.type(field(), 'Quiet-River-42');
  expect(redeemed).toEqual([]);
  await user.dblClick(press());
  await waitFor(() => expect(router.state.location.hash).toBe(''));
  expect(router.state.historyAction).toBe('REPLACE');
  expect((await screen.findByRole('alert')).textContent).toBe('This is your current password.');
  expect(document.activeElement).toBe(field());
  await expectAccessible();
  await user.type(field(), '-b');
  await user.click(press());
  await expectArrivalAt('/');
  expect(redeemed).toEqual([{ token: 'secret' }]);
  expect(set).toEqual([
    ['Bearer grant', { password: 'Quiet-River-42' }],
    ['Bearer grant', { password: 'Quiet-River-42-b' }],
  ]);
  expect(screen.getByText('Password changed')).toBeTruthy();
  expect(events).toEqual([{ type: 'PASSWORD_RECOVERY', recoveryToken: 'grant', expiresIn: 600 }]);
});

test('a weak password sends nothing', async () => {
  const { user } = open('#token=secret');
  await user.type(field(), 'weak');
  await user.click(press());
  expect(screen.getByRole('alert').textContent).toMatch(/complexity requirements/);
  expect(document.activeElement).toBe(field());
});

test('an expired link leads to the request for a new one', async () => {
  serve('post /api/auth/verifications', () => problem(400, 'token_invalid', 'No longer valid.'));
  const { user, router } = open('#token=old');
  await user.type(field(), 'Quiet-River-42');
  await user.click(press());
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toBe('No longer valid.');
  expect(document.activeElement).toBe(alert);
  expect(router.state.location.hash).toBe('');
  const link = screen.getByRole('link', { name: 'Ask for a new link' });
  expect(link.getAttribute('href')).toBe('/auth/recover');
  await expectAccessible();
});

test('a transient failure or a rate limit allows another attempt', async () => {
  serve('put /api/auth/recovery/password');
  const refusals = [problem(500, 'internal_error', 'Oh no.'), tooMany()];
  serve('post /api/auth/verifications', () => refusals.shift() ?? granted());
  const { user } = open('#token=secret');
  await user.type(field(), 'Quiet-River-42');
  await user.click(press());
  expect((await screen.findByRole('alert')).textContent).toBe('Oh no.');
  await user.click(press());
  expect(
    await screen.findByText('Too many attempts with links. Please try again in about 3 minutes.'),
  ).toBeTruthy();
  await user.click(press());
  await expectArrivalAt('/');
});

test('an expired grant leads to the request for a new link, and a rate limit keeps the grant', async () => {
  const { user } = open('#token=secret');
  serve('post /api/auth/verifications', () => granted());
  serve('put /api/auth/recovery/password', (count) =>
    count === 1 ? tooMany() : problem(401, 'recovery_expired', 'Too much time has passed.'),
  );
  await user.type(field(), 'Quiet-River-42');
  await user.click(press());
  expect((await screen.findByRole('alert')).textContent).toBe(
    'Too many attempts to set a password. Please try again in about 3 minutes.',
  );
  expect(screen.queryByRole('link', { name: 'Ask for a new link' })).toBeNull();
  await user.click(press());
  expect(await screen.findByText('Too much time has passed.')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Ask for a new link' })).toBeTruthy();
});

test('the link from another kind of mail sets no password', async () => {
  serve('post /api/auth/verifications', verified);
  const { user } = open('#token=secret');
  await user.type(field(), 'Quiet-River-42');
  await user.click(press());
  expect((await screen.findByRole('alert')).textContent).toMatch(/for something else/);
  expect(screen.getByRole('link', { name: 'Ask for a new link' })).toBeTruthy();
});

/** Types the email address and the code from a mail. */
async function typeCode() {
  const { user, router } = open('');
  await user.type(screen.getByLabelText('Email'), 'ada@example.com');
  await user.type(screen.getByLabelText('Code from the email'), ' 012 345 ');
  await user.click(go());
  return { user, router };
}

test('without a token, the code from the mail leads to the form for a new password', async () => {
  const sent = serve('post /api/auth/verifications', () => granted());
  await typeCode();
  await screen.findByLabelText('New password');
  expect(document.activeElement).toBe(field());
  expect(sent).toEqual([{ email: 'ada@example.com', code: '012345' }]);
  const userName = document.querySelector<HTMLInputElement>('[autocomplete=username]');
  expect(userName?.value).toBe('ada@example.com');
});

test('the address from the previous page is filled in and removed from the history', async () => {
  const { router } = renderPage(AuthResetPage, '/auth/reset', '/auth/recover');
  await act(() => router.navigate('/auth/reset', { state: 'ada@example.com' }));
  expect(screen.getByLabelText<HTMLInputElement>('Email').value).toBe('ada@example.com');
  expect(router.state.location).toMatchObject({ pathname: '/auth/reset', state: null });
});

test('without a token, a wrong code is reported, and a new mail is offered', async () => {
  serve('post /api/auth/verifications', () => problem(400, 'token_invalid', 'No.'));
  await typeCode();
  expect((await screen.findByRole('alert')).textContent).toMatch(/^That code is wrong/);
  expect(document.activeElement).toBe(screen.getByLabelText('Code from the email'));
  expect(screen.getByRole('link', { name: 'Ask for a new link' })).toBeTruthy();
  await expectAccessible();
});

test('without a token, the code from another kind of mail does not open the form', async () => {
  serve('post /api/auth/verifications', verified);
  await typeCode();
  expect((await screen.findByRole('alert')).textContent).toMatch(/for something else/);
  expect(screen.queryByLabelText('New password')).toBeNull();
});
