import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { noContent, problem, serve, serveApi, tooMany } from '../../../test/api/mock-api';
import { granted, serveNewPassword, verified } from '../../../test/api/recovery';
import { expectArrivalAt, renderPage } from '../../../test/screens/render-page';
import { sessionState, type SessionEvent } from '../../session/session-state';
import { AuthResetPage } from './auth-reset-page';

serveApi();

const open = (hash: string) => renderPage(AuthResetPage, '/auth/reset', `/auth/reset${hash}`);
const field = () => screen.getByLabelText('New password');
const press = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Set the new password' });

test('the first password redeems the link, and a refused password can be corrected', async () => {
  const set = serveNewPassword((count) =>
    count > 1 ? noContent() : problem(422, 'same_password', 'This is your current password.'),
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
  await user.type(field(), '-b');
  await user.click(press());
  await expectArrivalAt('/');
  expect(redeemed).toEqual([{ token: 'secret' }]);
  expect(set).toEqual([
    ['Bearer grant', { password: 'Quiet-River-42' }],
    ['Bearer grant', { password: 'Quiet-River-42-b' }],
  ]);
  expect(events).toEqual([{ type: 'PASSWORD_RECOVERY', recoveryToken: 'grant', expiresIn: 600 }]);
});

test('a temporary failure keeps the link and the grant, and an expired grant leads to a new link', async () => {
  const redemptions = [problem(500, 'internal_error', 'Oh no.'), tooMany()];
  const redeemed = serve('post /api/auth/verifications', () => redemptions.shift() ?? granted());
  serve('put /api/auth/recovery/password', (count) =>
    count === 1 ? tooMany() : problem(401, 'recovery_expired', 'Too much time has passed.'),
  );
  const { user } = open('#token=secret');
  await user.type(field(), 'Quiet-River-42');
  const wait = 'Please try again in about 3 minutes.';
  for (const sentence of [
    'Oh no.',
    `Too many attempts with links. ${wait}`,
    `Too many attempts to set a password. ${wait}`,
  ]) {
    await user.click(press());
    expect(await screen.findByText(sentence)).toBeTruthy();
    expect(screen.queryByRole('link', { name: 'Ask for a new link' })).toBeNull();
  }
  await user.click(press());
  expect(await screen.findByText('Too much time has passed.')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Ask for a new link' })).toBeTruthy();
  expect(redeemed).toHaveLength(3);
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
  const { user } = open('');
  await user.type(screen.getByLabelText('Email'), 'ada@example.com');
  await user.type(screen.getByLabelText('Code from the email'), ' 012 345 ');
  await user.click(screen.getByRole('button', { name: 'Continue' }));
}

test('without a token, the form after the code has the address for password managers', async () => {
  serve('post /api/auth/verifications', () => granted());
  await typeCode();
  await screen.findByLabelText('New password');
  expect(document.activeElement).toBe(field());
  const userName = document.querySelector<HTMLInputElement>('[autocomplete=username]');
  expect(userName?.value).toBe('ada@example.com');
});

test.each([
  ['a wrong code', () => problem(400, 'token_invalid', 'No.'), /^That code is wrong/],
  ['the code from another kind of mail', verified, /for something else/],
])('without a token, %s is reported, and a new mail is offered', async (_, answer, sentence) => {
  serve('post /api/auth/verifications', answer);
  await typeCode();
  expect((await screen.findByRole('alert')).textContent).toMatch(sentence);
  expect(screen.getByRole('link', { name: 'Ask for a new link' })).toBeTruthy();
  expect(screen.queryByLabelText('New password')).toBeNull();
});
