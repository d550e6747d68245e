/** Tests two-step sign-in on /account. */
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { HttpResponse } from 'msw';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { expectAccessible } from '../../../test/screens/axe';
import { browserWithPasskeys, withoutPasskeys } from '../../../test/browser/passkeys';
import { currentUser, noContent, problem, serve } from '../../../test/api/mock-api';
import {
  enterPassword,
  here,
  notFresh,
  open,
  servePassword,
  serveSessions,
  sheet,
} from '../../../test/api/account-page';
import { app, CODES, openTwoStep, serveFactors, TITLE } from '../../../test/api/two-step';
import { expectArrivalAt } from '../../../test/screens/render-page';
import { signedInAs, withRealSession } from '../../../test/api/real-session';
import { sessionStore } from '../../session/browser-session';

withRealSession();
withoutPasskeys();
beforeEach(() => {
  serveSessions(here);
});

test('recovery codes can be copied, and neither Escape nor a press outside closes them', async () => {
  serveFactors(app);
  const { user, openDialog } = await openTwoStep();
  const dialog = await openDialog('Create new recovery codes', 'Your recovery codes');
  const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
  await user.click(dialog.getByRole('button', { name: 'Copy' }));
  expect(await dialog.findByRole('button', { name: 'Copied' })).toBeTruthy();
  expect(write.mock.calls[0]?.[0]).toContain(CODES.join('\n'));
  await user.keyboard('{Escape}');
  const overlay = document.querySelector('[data-state=open]:not([role])') as Element;
  fireEvent.pointerDown(overlay, { button: 0 });
  fireEvent.click(overlay);
  expect(dialog.queryByRole('button', { name: 'Close' })).toBeNull();
  expect(screen.getByRole('dialog')).toBeTruthy();
});

test('an app is renamed', async () => {
  const asked = serveFactors(app);
  const { user, factors, openDialog } = await openTwoStep();
  const dialog = await openDialog('Rename Authenticator app', 'Rename this sign-in method');
  const name = dialog.getByLabelText<HTMLInputElement>('Name');
  expect(document.activeElement).toBe(name);
  await user.clear(name);
  await user.click(dialog.getByRole('button', { name: 'Save the name' }));
  expect(dialog.getByText('Enter a name')).toBeTruthy();
  await user.type(name, 'My phone');
  await user.click(dialog.getByRole('button', { name: 'Save the name' }));
  expect(await factors.findByText('My phone')).toBeTruthy();
  expect(asked).toEqual(['rename My phone']);
});

test('a removal requires re-authentication and then completes', async () => {
  const asked = serveFactors(app);
  const passwords = servePassword();
  serve('delete /api/auth/factors/:id', () => (passwords.length === 0 ? notFresh() : undefined));
  const { user, factors, openDialog } = await openTwoStep();
  const removal = await openDialog('Remove Authenticator app', 'Remove Authenticator app?');
  expect(removal.getByText(/your recovery codes will stop working/)).toBeTruthy();
  await user.click(removal.getByRole('button', { name: 'Remove it' }));
  await enterPassword(user);
  expect(await factors.findByText('Authenticator app was removed.')).toBeTruthy();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(asked).toEqual(['remove factor-1']);
});

test('an administrator without the required second factor sees a notice', async () => {
  serveFactors();
  await signedInAs('admin');
  const lacking = { ...currentUser(['admin']), second_factor_required: true };
  serve('get /api/users/me', () => HttpResponse.json(lacking));
  await sessionStore.readProfile();
  open();
  expect(await sheet(TITLE).findByText(/Administrators need two-step sign-in/)).toBeTruthy();
});

test('without passkey support, no passkey is offered', async () => {
  serveFactors();
  const { factors } = await openTwoStep();
  expect(await factors.findByRole('button', { name: 'Set up an authenticator app' })).toBeTruthy();
  expect(factors.queryByRole('button', { name: 'Add a passkey' })).toBeNull();
});

const TURN_ON = 'Set up an authenticator app';

/** Refuses requests to this path until the password is entered. */
function requireReauthentication(path: string): void {
  const passwords = servePassword();
  serve(`post ${path}`, () => (passwords.length === 0 ? notFresh() : undefined));
}

test('re-authentication is required before the first app is added', async () => {
  const asked = serveFactors();
  requireReauthentication('/api/auth/factors');
  const { user, press, inDialog } = await openTwoStep();
  await press(TURN_ON);
  await enterPassword(user);
  const dialog = within(await inDialog(TURN_ON));
  expect(screen.getAllByRole('dialog')).toHaveLength(1);
  await user.type(dialog.getByLabelText('Code from the app'), '123456');
  await user.click(dialog.getByRole('button', { name: 'Turn it on' }));
  await inDialog('Your recovery codes');
  expect(asked.filter((what) => what === 'enrol')).toHaveLength(1);
});

describe('re-authentication with the first code of an app', () => {
  const typed = async (code: string) => {
    const asked = serveFactors();
    requireReauthentication('/api/auth/factors/:id/verifications');
    const view = await openTwoStep();
    const enrolment = await view.openDialog(TURN_ON);
    const field = enrolment.getByLabelText<HTMLInputElement>('Code from the app');
    await view.user.type(field, code);
    await view.user.click(enrolment.getByRole('button', { name: 'Turn it on' }));
    return { ...view, asked, field, enrolment };
  };

  test('submits the code', async () => {
    const { user, inDialog, asked } = await typed('123456');
    await enterPassword(user);
    const codes = within(await inDialog('Your recovery codes'));
    await waitFor(() => expect(screen.getAllByRole('dialog')).toHaveLength(1));
    await user.click(codes.getByRole('button', { name: 'I have saved them' }));
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(asked.filter((what) => what.startsWith('verify'))).toHaveLength(1);
  });

  test('keeps the dialog open for another code if the code has expired', async () => {
    const { user, field, enrolment, inDialog, asked } = await typed('000000');
    await enterPassword(user);
    await waitFor(() => expect(document.activeElement).toBe(field));
    expect(enrolment.getByRole('alert').textContent).toContain('Not this code.');
    expect(screen.getAllByRole('dialog')).toHaveLength(1);
    await expectAccessible();
    await user.clear(field);
    await user.type(field, '123456{Enter}');
    await inDialog('Your recovery codes');
    // Each code needs a new challenge.
    expect(asked.slice(-2)[0]).toBe('challenge factor-1');
  });

  test('can be cancelled, and the set-up continues', async () => {
    const { user, inDialog, field, enrolment } = await typed('123456');
    const dialog = within(await inDialog('Please enter your password'));
    await expectAccessible();
    await user.click(dialog.getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(document.activeElement).toBe(field));
    expect(field.value).toBe('123456');
    expect(enrolment.queryByRole('alert')).toBeNull();
  });
});

test('another app is added with the QR code and a code, and ends no other session', async () => {
  const asked = serveFactors(app);
  const { user, factors, openDialog } = await openTwoStep();
  const dialog = await openDialog('Add another app', TURN_ON);
  expect(factors.queryByText(/Administrators need two-step sign-in/)).toBeNull();
  expect(dialog.queryByText(/signs you out/)).toBeNull();
  expect(dialog.getByAltText('QR code for your authenticator app').getAttribute('src')).toMatch(
    /^data:image\/svg\+xml,%3Csvg/,
  );
  await user.click(dialog.getByRole('button', { name: 'Turn it on' }));
  expect(dialog.getByText('Enter the code from the app')).toBeTruthy();
  expect(asked).toEqual(['enrol']);
});

test('another passkey is announced', async () => {
  browserWithPasskeys();
  serveFactors(app);
  const { press, factors } = await openTwoStep();
  await press('Add a passkey');
  expect((await factors.findByRole('status')).textContent).toMatch(/^Passkey, .* was added\./);
});

test('re-authentication after creating a passkey does not create another one', async () => {
  const made = browserWithPasskeys();
  const asked = serveFactors();
  requireReauthentication('/api/auth/factors/:id/verifications');
  const { press, inDialog, user } = await openTwoStep();
  await press('Add a passkey');
  await enterPassword(user);
  await inDialog('Your recovery codes');
  expect(made).toHaveLength(1);
  expect(asked).toEqual(['enrol', expect.stringMatching(/^named Passkey, /), 'created a2V5']);
});

test('the only sign-in method cannot be removed, and the dialog explains why', async () => {
  serveFactors(app);
  serve('delete /api/auth/factors/:id', () =>
    problem(409, 'last_way_in', 'The only sign-in method.'),
  );
  const { user, factors, openDialog } = await openTwoStep();
  const dialog = await openDialog('Remove Authenticator app', 'Remove Authenticator app?');
  await user.click(dialog.getByRole('button', { name: 'Remove it' }));
  expect((await dialog.findByRole('alert')).textContent).toBe('The only sign-in method.');
  await expectAccessible();
  await user.click(dialog.getByRole('button', { name: 'Keep it' }));
  expect(factors.getByText('Authenticator app')).toBeTruthy();
});

describe('a session', () => {
  const ended = () => problem(401, 'session_revoked', 'The session was ended.');
  /** Ends the session on the server. */
  const endSession = () => {
    for (const path of ['factors', 'sessions']) serve(`get /api/auth/${path}`, ended);
    serve('get /api/users/me', ended);
    serve('post /api/auth/sessions/refresh', () =>
      problem(401, 'refresh_token_invalid', 'The refresh token is invalid.'),
    );
  };
  const remove = async ({ user, openDialog }: Awaited<ReturnType<typeof openTwoStep>>) => {
    const dialog = await openDialog('Remove Authenticator app', 'Remove Authenticator app?');
    await user.click(dialog.getByRole('button', { name: 'Remove it' }));
  };
  beforeEach(() => void vi.spyOn(console, 'warn').mockReturnValue());

  test('that ends with the removal of its factor leads to /auth with one toast, the reason', async () => {
    serveFactors(app);
    serve('delete /api/auth/factors/:id', () => {
      endSession();
      return noContent();
    });
    await remove(await openTwoStep());
    await expectArrivalAt('/auth');
    expect(screen.getByText('Authenticator app was removed')).toBeTruthy();
    expect(screen.getAllByRole('button', { name: 'Dismiss' })).toHaveLength(1);
  });

  test('that ends later for another reason does not mention the factor', async () => {
    serveFactors(app);
    const view = await openTwoStep();
    await remove(view);
    expect(await view.factors.findByText('Two-step sign-in is off.')).toBeTruthy();
    endSession();
    await sessionStore.profileChanged();
    await expectArrivalAt('/auth');
    expect(screen.getByText('Your session has ended')).toBeTruthy();
    expect(screen.queryByText('Authenticator app was removed')).toBeNull();
  });
});
