/** /account: who is signed in, names, password, the copy of the data, deletion. */
import { act, screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeEach, describe, expect, type MockInstance, onTestFinished, test, vi } from 'vitest';
import { expectAccessible } from '../../../test/screens/axe';
import {
  currentUser,
  problem,
  server,
  serveApi,
  sessionView,
  tooMany,
} from '../../../test/api/mock-api';
import { expectArrivalAt } from '../../../test/screens/render-page';
import { signedInAs, withRealSession } from '../../../test/api/real-session';
import { queryCache } from '../../features/signed-in/query-cache';
import { sessionBoard } from '../../session/session-board';
import {
  button,
  enterPassword,
  here,
  notFresh,
  open,
  servePassword,
  serveSessions,
  sheet,
} from '../../../test/api/account-page';

serveApi();
withRealSession();
beforeEach(() => queryCache.clear());

test('sends a visitor to sign in', async () => {
  open();
  await expectArrivalAt('/auth');
});

test('shows the name and the address of the account', async () => {
  serveSessions(here);
  await signedInAs('applicant');
  open();
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Your Account');
  expect((await screen.findByLabelText<HTMLInputElement>('First Name')).value).toBe('Ada');
  expect(screen.getByLabelText<HTMLInputElement>('Last Name').value).toBe('Lovelace');
  expect(screen.getByText('ada@example.com')).toBeTruthy();
  expect(sheet('Your email address').getByLabelText('New email address')).toBeTruthy();
  await screen.findByText('Firefox on Linux');
  await expectAccessible();
});

describe('the names', () => {
  test('are saved, and whoever listens learns of it', async () => {
    serveSessions(here);
    await signedInAs('applicant');
    const sent: unknown[] = [];
    const named = { ...currentUser(['applicant']), first_name: 'Augusta' };
    server.use(
      http.patch('/api/users/me', async ({ request }) => {
        sent.push(await request.json());
        server.use(
          http.get('/api/users/me', () => HttpResponse.json(named)),
          http.post('/api/auth/sessions/refresh', () =>
            HttpResponse.json(sessionView({ access_token: 'access-2' })),
          ),
        );
        return HttpResponse.json(named);
      }),
    );
    const { user } = open();
    await user.clear(await screen.findByLabelText('First Name'));
    await user.click(button('Save your name'));
    expect(await screen.findByText('Enter your first name')).toBeTruthy();
    expect(sent).toEqual([]);
    const events: string[] = [];
    const stop = sessionBoard.subscribe(({ type }) => events.push(type));
    await user.type(screen.getByLabelText('First Name'), ' Augusta ');
    await user.click(button('Save your name'));
    expect(await screen.findByText('Your name is saved.')).toBeTruthy();
    expect(sent).toEqual([{ first_name: 'Augusta' }]);
    await waitFor(() => expect(events).toContain('USER_UPDATED'));
    stop();
  });
});

describe('the password', () => {
  const fill = async ({ user }: ReturnType<typeof open>) => {
    await user.type(await screen.findByLabelText('Current password'), 'Old-Password-1');
    await user.type(screen.getByLabelText('New password'), 'New-Password-2');
    await user.click(button('Change the password'));
  };

  test('is changed with the current one, and both fields are emptied', async () => {
    serveSessions(here);
    await signedInAs('applicant');
    const sent: unknown[] = [];
    server.use(
      http.put('/api/users/me/password', async ({ request }) => {
        sent.push(await request.json());
        return new HttpResponse(null, { status: 204 });
      }),
    );
    await fill(open());
    const told = await screen.findByText(/^Your password is changed/);
    expect(document.activeElement?.contains(told)).toBe(true);
    expect(sent).toEqual([{ current_password: 'Old-Password-1', password: 'New-Password-2' }]);
    expect(screen.getByLabelText<HTMLInputElement>('New password').value).toBe('');
    await expectAccessible();
  });

  test('that is typed while the answer is awaited stays', async () => {
    serveSessions(here);
    await signedInAs('applicant');
    let answer = () => undefined as void;
    const answered = new Promise<void>((resolve) => {
      answer = resolve;
    });
    server.use(
      http.put('/api/users/me/password', async () => {
        await answered;
        return new HttpResponse(null, { status: 204 });
      }),
    );
    const view = open();
    await fill(view);
    await view.user.type(screen.getByLabelText('New password'), '3');
    act(answer);
    await screen.findByText(/^Your password is changed/);
    expect(screen.getByLabelText<HTMLInputElement>('New password').value).toBe('New-Password-23');
    expect(screen.getByLabelText<HTMLInputElement>('Current password').value).toBe('');
  });

  test('stays where the current one is wrong; nothing typed is lost, and nobody is signed out', async () => {
    serveSessions(here);
    await signedInAs('applicant');
    server.use(
      http.put('/api/users/me/password', () =>
        problem(401, 'invalid_credentials', 'Invalid login credentials'),
      ),
    );
    await fill(open());
    expect(await screen.findByText('This is not your current password')).toBeTruthy();
    expect(document.activeElement).toBe(screen.getByLabelText('Current password'));
    expect(screen.getByLabelText<HTMLInputElement>('New password').value).toBe('New-Password-2');
    expect(sessionBoard.current().status).toBe('signed-in');
  });
});

test('too many changes of the password are answered with a wait, and nothing typed is lost', async () => {
  serveSessions(here);
  await signedInAs('applicant');
  server.use(http.put('/api/users/me/password', tooMany));
  const { user } = open();
  await user.type(await screen.findByLabelText('Current password'), 'Old-Password-1');
  await user.type(screen.getByLabelText('New password'), 'New-Password-2');
  await user.click(button('Change the password'));
  expect((await screen.findByRole('alert')).textContent).toBe(
    'Too many attempts to change the password. Please try again in about 3 minutes.',
  );
  expect(screen.getByLabelText<HTMLInputElement>('Current password').value).toBe('Old-Password-1');
  expect(screen.getByLabelText<HTMLInputElement>('New password').value).toBe('New-Password-2');
});

test('the data that does not come is explained', async () => {
  serveSessions(here);
  await signedInAs('applicant');
  server.use(http.get('/api/users/me/export', tooMany));
  const { user } = open();
  await screen.findByText('Firefox on Linux');
  await user.click(button('Download my data'));
  expect((await screen.findByRole('alert')).textContent).toMatch(/try again in about 3 minutes/);
  expect(button('Download my data').ariaDisabled).not.toBe('true');
});

/** Keeps what the page saves as a file. */
function savedFiles(): { files: Blob[]; press: MockInstance } {
  const files: Blob[] = [];
  vi.stubGlobal(
    'URL',
    Object.assign(URL, {
      createObjectURL: (file: Blob) => {
        files.push(file);
        return 'blob:copy';
      },
      revokeObjectURL: () => undefined,
    }),
  );
  const press = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
  onTestFinished(() => {
    press.mockRestore();
    vi.unstubAllGlobals();
  });
  return { files, press };
}

test('the data is asked for again once the password is entered, or left where it is', async () => {
  serveSessions(here);
  await signedInAs('applicant');
  const passwords = servePassword();
  const zip = { headers: { 'Content-Type': 'application/zip' } };
  server.use(
    http.get('/api/users/me/export', () =>
      passwords.length === 0 ? notFresh() : HttpResponse.arrayBuffer(new ArrayBuffer(4), zip),
    ),
  );
  const { files, press } = savedFiles();
  const { user } = open();
  await screen.findByText('Firefox on Linux');
  await user.click(button('Download my data'));
  const dialog = await screen.findByRole('dialog', { name: 'Please enter your password' });
  expect(within(dialog).getByText(/sign out and sign in again instead/)).toBeTruthy();
  await expectAccessible();
  await user.click(within(dialog).getByRole('button', { name: 'Cancel' }));
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(screen.queryByRole('alert')).toBeNull();
  expect(document.activeElement).toBe(button('Download my data'));
  expect(press).not.toHaveBeenCalled();
  await user.click(button('Download my data'));
  await enterPassword(user);
  expect(await screen.findByText(/^Your data is in the file/)).toBeTruthy();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(files).toHaveLength(1);
});

test('the data comes as a file, byte for byte', async () => {
  serveSessions(here);
  await signedInAs('applicant');
  const bytes = new Uint8Array([0x50, 0x4b, 0x03, 0x04, 0xff, 0x00]);
  server.use(
    http.get('/api/users/me/export', () =>
      HttpResponse.arrayBuffer(bytes.buffer, { headers: { 'Content-Type': 'application/zip' } }),
    ),
  );
  const { files, press } = savedFiles();
  const { user } = open();
  await screen.findByText('Firefox on Linux');
  await user.click(button('Download my data'));
  expect(await screen.findByText(/^Your data is in the file/)).toBeTruthy();
  expect(press).toHaveBeenCalledOnce();
  expect(new Uint8Array((await files[0]?.arrayBuffer()) ?? [])).toEqual(bytes);
});

describe('deletion', () => {
  const begin = async () => {
    const asked = serveSessions(here);
    await signedInAs('applicant');
    const view = open();
    await view.user.click(await screen.findByRole('button', { name: 'Delete my account' }));
    const dialog = within(screen.getByRole('dialog', { name: 'Delete your account?' }));
    return { ...view, dialog, asked };
  };

  test('asks for the password, ends the session and leads to the start page', async () => {
    const sent: unknown[] = [];
    const { user, dialog, asked } = await begin();
    server.use(
      http.delete('/api/users/me', async ({ request }) => {
        sent.push(await request.json());
        return new HttpResponse(null, { status: 202 });
      }),
    );
    await expectAccessible();
    await user.click(dialog.getByRole('button', { name: 'Delete my account' }));
    expect(dialog.getByText('Enter your current password')).toBeTruthy();
    expect(sent).toEqual([]);
    await user.type(dialog.getByLabelText('Current password'), 'Old-Password-1');
    await user.click(dialog.getByRole('button', { name: 'Delete my account' }));
    await expectArrivalAt('/');
    expect(sent).toEqual([{ current_password: 'Old-Password-1' }]);
    expect(screen.getByText('Your account is deleted')).toBeTruthy();
    await waitFor(() => expect(sessionBoard.current().status).toBe('signed-out'));
    expect(asked).toEqual([]);
  });

  test('needs no password where there is none, but a sign-in of shortly before', async () => {
    const sent: unknown[] = [];
    const { user, dialog } = await begin();
    let fresh = false;
    server.use(
      http.delete('/api/users/me', async ({ request }) => {
        sent.push(await request.json());
        return fresh ? new HttpResponse(null, { status: 202 }) : notFresh();
      }),
    );
    const send = dialog.getByRole('button', { name: 'Delete my account' });
    await user.click(dialog.getByRole('button', { name: 'I have no password' }));
    expect(dialog.queryByLabelText('Current password')).toBeNull();
    expect(dialog.getByText(/signed in within the last ten minutes/)).toBeTruthy();
    expect(sent).toEqual([]);
    await expectAccessible();
    await user.click(send);
    expect((await dialog.findByRole('alert')).textContent).toMatch(
      /^Please sign out, sign in again/,
    );
    // Who has one after all.
    await user.click(dialog.getByRole('button', { name: 'I have a password' }));
    expect(dialog.queryByRole('alert')).toBeNull();
    await user.click(send);
    expect(dialog.getByText('Enter your current password')).toBeTruthy();
    await user.click(dialog.getByRole('button', { name: 'I have no password' }));
    fresh = true;
    await user.click(send);
    await expectArrivalAt('/');
    expect(sent).toEqual([{}, {}]);
  });

  test('is not done with a wrong password, nor for the only administrator', async () => {
    const { user, dialog } = await begin();
    const refuse = (status: number, code: string, detail: string) =>
      server.use(http.delete('/api/users/me', () => problem(status, code, detail)));
    refuse(401, 'invalid_credentials', 'Invalid login credentials');
    await user.type(dialog.getByLabelText('Current password'), 'guess');
    await user.click(dialog.getByRole('button', { name: 'Delete my account' }));
    expect(await dialog.findByText('This is not your current password')).toBeTruthy();
    expect(document.activeElement).toBe(dialog.getByLabelText('Current password'));
    refuse(409, 'last_admin', 'You are the only administrator.');
    await user.click(dialog.getByRole('button', { name: 'Delete my account' }));
    expect((await dialog.findByRole('alert')).textContent).toBe('You are the only administrator.');
    server.use(http.delete('/api/users/me', tooMany));
    await user.click(dialog.getByRole('button', { name: 'Delete my account' }));
    const wait = 'Too many attempts to delete this account. Please try again in';
    expect(await dialog.findByText(`${wait} about 3 minutes.`)).toBeTruthy();
    expect(dialog.getByLabelText<HTMLInputElement>('Current password').value).toBe('guess');
    await user.keyboard('{Escape}');
    expect(document.activeElement).toBe(button('Delete my account'));
  });
});
