/** Tests details, names, password, data export and deletion on /account. */
import { act, screen, waitFor, within } from '@testing-library/react';
import { HttpResponse } from 'msw';
import { describe, expect, type MockInstance, onTestFinished, test, vi } from 'vitest';
import { deferred } from '../../../test/deferred';
import { expectAccessible } from '../../../test/screens/axe';
import { noContent, problem, serve, tooMany } from '../../../test/api/mock-api';
import { button, expectArrivalAt } from '../../../test/screens/render-page';
import { withRealSession } from '../../../test/api/real-session';
import {
  enterPassword,
  notFresh,
  openAccount,
  servePassword,
  sheet,
} from '../../../test/api/account-page';

withRealSession();

test('the page has an index of its sections, and the fields contain the names', async () => {
  await openAccount();
  expect((await screen.findByLabelText<HTMLInputElement>('First Name')).value).toBe('Ada');
  expect(screen.getByLabelText<HTMLInputElement>('Last Name').value).toBe('Lovelace');
  const index = within(screen.getByRole('navigation', { name: 'On this page' }));
  const entries = index.getAllByRole('link').map(({ textContent }) => textContent);
  const sections = screen.getAllByRole('heading', { level: 2 });
  expect(entries).toEqual(sections.map(({ textContent }) => textContent));
});

describe('the password', () => {
  const fill = async ({ user }: Awaited<ReturnType<typeof openAccount>>) => {
    await user.type(await screen.findByLabelText('Current password'), 'Old-Password-1');
    await user.type(screen.getByLabelText('New password'), 'New-Password-2');
    await user.click(button('Change the password'));
  };

  test('is kept if it is typed during the request', async () => {
    const response = deferred();
    serve('put /api/users/me/password', async () => {
      await response.promise;
      return noContent();
    });
    const view = await openAccount();
    await fill(view);
    await view.user.type(screen.getByLabelText('New password'), '3');
    act(response.resolve);
    await screen.findByText(/^Your password was changed/);
    expect(screen.getByLabelText<HTMLInputElement>('New password').value).toBe('New-Password-23');
    expect(screen.getByLabelText<HTMLInputElement>('Current password').value).toBe('');
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

describe('deletion', () => {
  const begin = async () => {
    const view = await openAccount();
    await view.user.click(button('Delete my account'));
    const dialog = within(screen.getByRole('dialog', { name: 'Delete your account?' }));
    return { ...view, dialog };
  };

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

  test('is refused for the only administrator and when throttled, and the input is kept', async () => {
    const { user, dialog } = await begin();
    await user.type(dialog.getByLabelText('Current password'), 'guess');
    serve('delete /api/users/me', () =>
      problem(409, 'last_admin', 'You are the only administrator.'),
    );
    await user.click(dialog.getByRole('button', { name: 'Delete my account' }));
    expect((await dialog.findByRole('alert')).textContent).toBe('You are the only administrator.');
    serve('delete /api/users/me', tooMany);
    await user.click(dialog.getByRole('button', { name: 'Delete my account' }));
    const wait = 'Too many attempts to delete this account. Please try again in';
    expect(await dialog.findByText(`${wait} about 3 minutes.`)).toBeTruthy();
    expect(dialog.getByLabelText<HTMLInputElement>('Current password').value).toBe('guess');
  });
});

/** What a password manager sees: the `autocomplete` value of each field in order, and the user name. */
function autocompleteOf(field: HTMLElement) {
  const fields = [...((field as HTMLInputElement).form?.querySelectorAll('input') ?? [])];
  const userName = fields.find(({ autocomplete }) => autocomplete === 'username');
  return { fields: fields.map(({ autocomplete }) => autocomplete), userName: userName?.value };
}
const own = 'ada@example.com';

test('the user name is before the current password, and the rules describe the new one', async () => {
  await openAccount();
  const password = await sheet('Your password').findByLabelText('New password');
  const rules = document.getElementById(password.getAttribute('aria-describedby') ?? '');
  expect(rules?.textContent).toMatch(/^Meet at least 4 of these 5:.*at least 8 characters/);
  expect(autocompleteOf(password)).toEqual({
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
