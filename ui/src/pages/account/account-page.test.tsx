/** Tests details, names, password, data export and deletion on /account. */
import { act, screen, waitFor, within } from '@testing-library/react';
import { HttpResponse } from 'msw';
import { describe, expect, type MockInstance, onTestFinished, test, vi } from 'vitest';
import { deferred } from '../../../test/deferred';
import { expectAccessible } from '../../../test/screens/axe';
import { problem, serve, tooMany } from '../../../test/api/mock-api';
import { expectArrivalAt } from '../../../test/screens/render-page';
import { withRealSession } from '../../../test/api/real-session';
import { sessionState } from '../../session/session-state';
import {
  button,
  enterPassword,
  notFresh,
  open,
  openAccount,
  servePassword,
  sheet,
} from '../../../test/api/account-page';

withRealSession();

test('a visitor is sent to /auth', async () => {
  open();
  await expectArrivalAt('/auth');
});

test("the page shows the account's name and email address", async () => {
  await openAccount();
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Your Account');
  expect((await screen.findByLabelText<HTMLInputElement>('First Name')).value).toBe('Ada');
  expect(screen.getByLabelText<HTMLInputElement>('Last Name').value).toBe('Lovelace');
  expect(screen.getByText('ada@example.com')).toBeTruthy();
  const index = within(screen.getByRole('navigation', { name: 'On this page' }));
  const entries = index.getAllByRole('link').map(({ textContent }) => textContent);
  const sections = screen.getAllByRole('heading', { level: 2 });
  expect(entries).toEqual(sections.map(({ textContent }) => textContent));
  expect(sheet('Your email address').getByLabelText('New email address')).toBeTruthy();
  await expectAccessible();
});

describe('the password', () => {
  const fill = async ({ user }: ReturnType<typeof open>) => {
    await user.type(await screen.findByLabelText('Current password'), 'Old-Password-1');
    await user.type(screen.getByLabelText('New password'), 'New-Password-2');
    await user.click(button('Change the password'));
  };

  test('is changed with the current password, and both fields are cleared', async () => {
    const sent = serve('put /api/users/me/password');
    await fill(await openAccount());
    const notice = await screen.findByText(/^Your password was changed/);
    expect(document.activeElement?.contains(notice)).toBe(true);
    expect(sent).toEqual([{ current_password: 'Old-Password-1', password: 'New-Password-2' }]);
    expect(screen.getByLabelText<HTMLInputElement>('New password').value).toBe('');
    await expectAccessible();
  });

  test('is kept if it is typed during the request', async () => {
    const response = deferred();
    serve('put /api/users/me/password', async () => {
      await response.promise;
      return new HttpResponse(null, { status: 204 });
    });
    const view = await openAccount();
    await fill(view);
    await view.user.type(screen.getByLabelText('New password'), '3');
    act(response.resolve);
    await screen.findByText(/^Your password was changed/);
    expect(screen.getByLabelText<HTMLInputElement>('New password').value).toBe('New-Password-23');
    expect(screen.getByLabelText<HTMLInputElement>('Current password').value).toBe('');
  });

  test('is not changed with a wrong current password, and the input and the session are kept', async () => {
    serve('put /api/users/me/password', () =>
      problem(401, 'invalid_credentials', 'Invalid login credentials'),
    );
    await fill(await openAccount());
    expect(await screen.findByText('This isn’t your current password')).toBeTruthy();
    expect(document.activeElement).toBe(screen.getByLabelText('Current password'));
    expect(screen.getByLabelText<HTMLInputElement>('New password').value).toBe('New-Password-2');
    expect(sessionState.current().status).toBe('signed-in');
  });

  test('is not changed when throttled; the wait is shown and the input is kept', async () => {
    serve('put /api/users/me/password', tooMany);
    await fill(await openAccount());
    expect((await screen.findByRole('alert')).textContent).toBe(
      'Too many attempts to change the password. Please try again in about 3 minutes.',
    );
    expect(screen.getByLabelText<HTMLInputElement>('Current password').value).toBe(
      'Old-Password-1',
    );
    expect(screen.getByLabelText<HTMLInputElement>('New password').value).toBe('New-Password-2');
  });
});

test('a failed download is explained', async () => {
  serve('get /api/users/me/export', tooMany);
  const { user } = await openAccount();
  await user.click(button('Download my data'));
  expect((await screen.findByRole('alert')).textContent).toMatch(/try again in about 3 minutes/);
  expect(button('Download my data').ariaDisabled).not.toBe('true');
});

/** Collects the files that the page saves. */
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
    vi.unstubAllGlobals();
  });
  return { files, press };
}

test('the download starts after re-authentication, and can be cancelled', async () => {
  const passwords = servePassword();
  const zip = { headers: { 'Content-Type': 'application/zip' } };
  serve('get /api/users/me/export', () =>
    passwords.length === 0 ? notFresh() : HttpResponse.arrayBuffer(new ArrayBuffer(4), zip),
  );
  const { files, press } = savedFiles();
  const { user } = await openAccount();
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
  expect(await screen.findByText(/^Your browser has saved a file/)).toBeTruthy();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(files).toHaveLength(1);
});

test("the download is the server's file, byte for byte", async () => {
  const bytes = new Uint8Array([0x50, 0x4b, 0x03, 0x04, 0xff, 0x00]);
  serve('get /api/users/me/export', () =>
    HttpResponse.arrayBuffer(bytes.buffer, { headers: { 'Content-Type': 'application/zip' } }),
  );
  const { files, press } = savedFiles();
  const { user } = await openAccount();
  await user.click(button('Download my data'));
  expect(await screen.findByText(/^Your browser has saved a file/)).toBeTruthy();
  expect(press).toHaveBeenCalledOnce();
  expect(new Uint8Array((await files[0]?.arrayBuffer()) ?? [])).toEqual(bytes);
});

describe('deletion', () => {
  const begin = async () => {
    const view = await openAccount();
    await view.user.click(button('Delete my account'));
    const dialog = within(screen.getByRole('dialog', { name: 'Delete your account?' }));
    return { ...view, dialog };
  };

  test('asks for the password, ends the session and opens the home page', async () => {
    const { user, dialog, ended } = await begin();
    const sent = serve('delete /api/users/me', () => new HttpResponse(null, { status: 202 }));
    await expectAccessible();
    await user.click(dialog.getByRole('button', { name: 'Delete my account' }));
    expect(dialog.getByText('Enter your current password')).toBeTruthy();
    expect(sent).toEqual([]);
    await user.type(dialog.getByLabelText('Current password'), 'Old-Password-1');
    await user.click(dialog.getByRole('button', { name: 'Delete my account' }));
    await expectArrivalAt('/');
    expect(sent).toEqual([{ current_password: 'Old-Password-1' }]);
    expect(screen.getByText('Your account is deleted')).toBeTruthy();
    await waitFor(() => expect(sessionState.current().status).toBe('signed-out'));
    expect(ended).toEqual([]);
  });

  test('without a password requires a recent sign-in', async () => {
    const { user, dialog } = await begin();
    let fresh = false;
    const sent = serve('delete /api/users/me', () =>
      fresh ? new HttpResponse(null, { status: 202 }) : notFresh(),
    );
    const send = dialog.getByRole('button', { name: 'Delete my account' });
    await user.click(dialog.getByRole('button', { name: 'I don’t have a password' }));
    expect(dialog.queryByLabelText('Current password')).toBeNull();
    expect(dialog.getByText(/signed in within the last ten minutes/)).toBeTruthy();
    expect(sent).toEqual([]);
    await expectAccessible();
    await user.click(send);
    expect((await dialog.findByRole('alert')).textContent).toMatch(
      /^Please sign out, sign in again/,
    );
    // The account has a password after all.
    await user.click(dialog.getByRole('button', { name: 'I have a password' }));
    expect(dialog.queryByRole('alert')).toBeNull();
    await user.click(send);
    expect(dialog.getByText('Enter your current password')).toBeTruthy();
    await user.click(dialog.getByRole('button', { name: 'I don’t have a password' }));
    fresh = true;
    await user.click(send);
    await expectArrivalAt('/');
    expect(sent).toEqual([{}, {}]);
  });

  test('is refused for a wrong password and for the only administrator', async () => {
    const { user, dialog } = await begin();
    const refuse = (status: number, code: string, detail: string) =>
      serve('delete /api/users/me', () => problem(status, code, detail));
    refuse(401, 'invalid_credentials', 'Invalid login credentials');
    await user.type(dialog.getByLabelText('Current password'), 'guess');
    await user.click(dialog.getByRole('button', { name: 'Delete my account' }));
    expect(await dialog.findByText('This isn’t your current password')).toBeTruthy();
    expect(document.activeElement).toBe(dialog.getByLabelText('Current password'));
    refuse(409, 'last_admin', 'You are the only administrator.');
    await user.click(dialog.getByRole('button', { name: 'Delete my account' }));
    expect((await dialog.findByRole('alert')).textContent).toBe('You are the only administrator.');
    serve('delete /api/users/me', tooMany);
    await user.click(dialog.getByRole('button', { name: 'Delete my account' }));
    const wait = 'Too many attempts to delete this account. Please try again in';
    expect(await dialog.findByText(`${wait} about 3 minutes.`)).toBeTruthy();
    expect(dialog.getByLabelText<HTMLInputElement>('Current password').value).toBe('guess');
    await user.keyboard('{Escape}');
    expect(document.activeElement).toBe(button('Delete my account'));
  });
});

/** What a password manager sees: the `autocomplete` value of each field in order, and the user name. */
function autocompleteOf(field: HTMLElement) {
  const fields = [...((field as HTMLInputElement).form?.querySelectorAll('input') ?? [])];
  const userName = fields.find(({ autocomplete }) => autocomplete === 'username');
  return { fields: fields.map(({ autocomplete }) => autocomplete), userName: userName?.value };
}
const own = 'ada@example.com';

test('in the forms for a new password and a new address the user name is before the current password', async () => {
  await openAccount();
  const password = sheet('Your password');
  expect(autocompleteOf(await password.findByLabelText('New password'))).toEqual({
    fields: ['username', 'current-password', 'new-password'],
    userName: own,
  });
  const address = sheet('Your email address');
  expect(autocompleteOf(address.getByLabelText('New email address'))).toEqual({
    fields: ['email', 'username', 'current-password'],
    userName: own,
  });
  const hidden = screen.getAllByDisplayValue(own).map((field) => field.getAttribute('aria-hidden'));
  expect(new Set(hidden)).toEqual(new Set(['true']));
  await expectAccessible();
});

test('the password dialogs contain the user name', async () => {
  serve('get /api/users/me/export', notFresh);
  const { user } = await openAccount();
  await user.click(button('Delete my account'));
  const deletion = within(await screen.findByRole('dialog'));
  expect(autocompleteOf(deletion.getByLabelText('Current password')).userName).toBe(own);
  await user.keyboard('{Escape}');
  await user.click(button('Download my data'));
  const again = within(await screen.findByRole('dialog', { name: 'Please enter your password' }));
  expect(autocompleteOf(again.getByLabelText('Current password')).userName).toBe(own);
});

test('the password rules describe the new password field', async () => {
  await openAccount();
  const field = await screen.findByLabelText('New password');
  const rules = document.getElementById(field.getAttribute('aria-describedby') ?? '');
  expect(rules?.textContent).toMatch(/^Meet at least 4 of these 5:.*at least 8 characters/);
});
