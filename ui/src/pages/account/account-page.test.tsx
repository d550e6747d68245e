import { act, screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { expectAccessible } from '../../../test/axe';
import { currentUser, problem, server, serveApi, sessionView, tooMany } from '../../../test/msw';
import { expectArrivalAt, renderPage } from '../../../test/msw-screen';
import { signedInAs, withRealSession } from '../../../test/msw-session';
import type { OwnSession } from '../../api/own-sessions';
import { queryCache } from '../../features/signed-in/query-cache';
import { sessionBoard } from '../../session/session-board';
import { AccountPage } from './account-page';

serveApi();
withRealSession();

const open = () => renderPage(AccountPage, '/account');
const button = (name: string | RegExp) => screen.getByRole<HTMLButtonElement>('button', { name });
const sheet = (name: string) => within(screen.getByRole('region', { name }));

const here: OwnSession = {
  id: 's-here',
  created_at: '2026-03-01T10:00:00Z',
  last_used_at: '2026-03-05T10:00:00Z',
  ip_prefix: '203.0.113.0/24',
  user_agent: 'Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0',
  current: true,
};
const phone: OwnSession = {
  ...here,
  id: 's-phone',
  user_agent: 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Safari/604.1',
  ip_prefix: null,
  current: false,
};
const tablet: OwnSession = { ...phone, id: 's-tablet', user_agent: null };

/** Serves the list and lets sessions be ended; returns what was asked for, in order. */
function serveSessions(...sessions: OwnSession[]): string[] {
  const asked: string[] = [];
  let items = sessions;
  server.use(
    http.get('/api/auth/sessions', () =>
      HttpResponse.json({
        items,
        total: items.length,
        limit: 100,
        offset: 0,
        next_cursor: null,
        prev_cursor: null,
      }),
    ),
    http.delete('/api/auth/sessions/:id', ({ params }) => {
      asked.push(String(params['id']));
      items = items.filter(({ id }) => id !== params['id']);
      return new HttpResponse(null, { status: 204 });
    }),
    http.delete('/api/auth/sessions', ({ request }) => {
      asked.push(new URL(request.url).search);
      items = items.filter(({ current }) => current);
      return new HttpResponse(null, { status: 204 });
    }),
  );
  return asked;
}

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
  expect(sheet('Your e-mail address').getByLabelText('New e-mail address')).toBeTruthy();
  await screen.findByText('Firefox on Linux');
  await expectAccessible();
});

describe('the sessions', () => {
  const title = 'Where you are signed in';

  test('stand with device, days and network, this device first and without a button', async () => {
    serveSessions(phone, here, tablet);
    await signedInAs('applicant');
    open();
    await screen.findByText('Firefox on Linux');
    const [first, second, third] = sheet(title).getAllByRole('listitem');
    expect(first?.textContent).toContain('Firefox on LinuxThis device');
    expect(first?.textContent).toContain('203.0.113.0/24');
    expect(first?.textContent).toMatch(/Mar 5, 2026, \d+:00 [AP]M/);
    expect(first?.querySelector('button')).toBeNull();
    expect(second?.textContent).toContain('Safari on iPhone');
    expect(second?.textContent).toContain('Not known');
    expect(third?.textContent).toContain('Unknown device');
    await expectAccessible();
  });

  test('end one by one, with the focus kept on the list', async () => {
    const asked = serveSessions(here, phone);
    await signedInAs('applicant');
    open();
    await screen.findByText('Safari on iPhone');
    const signOut = button(
      /^Sign out: Safari on iPhone, signed in on March 1, 2026, \d+:00 [AP]M$/,
    );
    act(() => {
      signOut.click();
      signOut.click();
    });
    expect(await screen.findByText('Signed out: Safari on iPhone')).toBeTruthy();
    expect(screen.queryByText('Safari on iPhone')).toBeNull();
    expect(asked).toEqual(['s-phone']);
    expect(document.activeElement?.contains(screen.getByText('Firefox on Linux'))).toBe(true);
    expect(document.activeElement).not.toBe(document.body);
    expect(screen.getByText('You are signed in nowhere else.')).toBeTruthy();
  });

  test('end everywhere else at once', async () => {
    const asked = serveSessions(here, phone, tablet);
    await signedInAs('applicant');
    const { user } = open();
    await screen.findByText('Safari on iPhone');
    await user.click(button('Sign out everywhere else'));
    expect(await screen.findByText('You are now signed in on this device only.')).toBeTruthy();
    expect(asked).toEqual(['?scope=others']);
    await waitFor(() => expect(sheet(title).getAllByRole('listitem')).toHaveLength(1));
    expect(screen.queryByText('You are signed in nowhere else.')).toBeNull();
  });

  test('end one at a time: meanwhile all buttons show that they do nothing', async () => {
    const asked = serveSessions(here, phone, tablet);
    let goOn = () => undefined as void;
    const held = new Promise<void>((resolve) => {
      goOn = resolve;
    });
    server.use(http.delete('/api/auth/sessions/:id', () => held.then(() => undefined)));
    await signedInAs('applicant');
    const { user } = open();
    await screen.findByText('Safari on iPhone');
    await user.click(button(/^Sign out: Safari on iPhone/));
    expect(button(/^Sign out: Unknown device/).ariaDisabled).toBe('true');
    expect(button('Sign out everywhere else').ariaDisabled).toBe('true');
    goOn();
    expect(await screen.findByText('Signed out: Safari on iPhone')).toBeTruthy();
    await user.click(button(/^Sign out: Unknown device/));
    expect(await screen.findByText('Signed out: Unknown device')).toBeTruthy();
    expect(asked).toEqual(['s-phone', 's-tablet']);
  });

  test('stay where the server refuses, with its words', async () => {
    serveSessions(here, phone);
    server.use(
      http.delete('/api/auth/sessions/:id', tooMany),
      http.delete('/api/auth/sessions', () => problem(500, 'internal_error', 'Oh no.')),
    );
    await signedInAs('applicant');
    const { user } = open();
    await screen.findByText('Safari on iPhone');
    await user.click(button(/^Sign out: Safari on iPhone/));
    expect((await screen.findByRole('alert')).textContent).toBe(
      'This was tried too often just now. Please try again in about 3 minutes.',
    );
    await user.click(button('Sign out everywhere else'));
    expect(await screen.findByText('Oh no.')).toBeTruthy();
    expect(screen.getByText('Safari on iPhone')).toBeTruthy();
    await expectAccessible();
  });

  test('beyond those listed are counted', async () => {
    server.use(
      http.get('/api/auth/sessions', () => HttpResponse.json({ items: [here, phone], total: 5 })),
    );
    await signedInAs('applicant');
    open();
    expect(await screen.findByText('And 3 more.')).toBeTruthy();
  });

  test('that ended leave the list although it cannot be read again', async () => {
    const asked = serveSessions(here, phone);
    await signedInAs('applicant');
    const { user } = open();
    await screen.findByText('Safari on iPhone');
    server.use(http.get('/api/auth/sessions', () => problem(500, 'internal_error', 'Oh no.')));
    await user.click(button(/^Sign out: Safari on iPhone/));
    await waitFor(() => expect(screen.queryByText('Safari on iPhone')).toBeNull());
    expect(asked).toEqual(['s-phone']);
    expect(await screen.findByText('Your sessions could not be loaded.')).toBeTruthy();
  });

  test('that could not be loaded can be asked for again', async () => {
    server.use(http.get('/api/auth/sessions', () => problem(500, 'internal_error', 'Oh no.')));
    await signedInAs('applicant');
    const { user } = open();
    expect(await screen.findByText('Your sessions could not be loaded.')).toBeTruthy();
    serveSessions(here);
    await user.click(button('Try again'));
    expect(await screen.findByText('Firefox on Linux')).toBeTruthy();
  });
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
    'There were many attempts to change the password. Please try again in about 3 minutes.',
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

test('the data comes as a file, byte for byte', async () => {
  serveSessions(here);
  await signedInAs('applicant');
  const bytes = new Uint8Array([0x50, 0x4b, 0x03, 0x04, 0xff, 0x00]);
  server.use(
    http.get('/api/users/me/export', () =>
      HttpResponse.arrayBuffer(bytes.buffer, { headers: { 'Content-Type': 'application/zip' } }),
    ),
  );
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
  const { user } = open();
  await screen.findByText('Firefox on Linux');
  await user.click(button('Download my data'));
  expect(await screen.findByText(/^Your data is in the file/)).toBeTruthy();
  expect(press).toHaveBeenCalledOnce();
  expect(new Uint8Array((await files[0]?.arrayBuffer()) ?? [])).toEqual(bytes);
  press.mockRestore();
  vi.unstubAllGlobals();
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
        return HttpResponse.json('deleting', { status: 202 });
      }),
    );
    await expectAccessible();
    await user.click(dialog.getByRole('button', { name: 'Delete my account' }));
    expect(dialog.getByText('Enter your current password')).toBeTruthy();
    expect(sent).toEqual([]);
    await user.type(dialog.getByLabelText('Current password'), 'Old-Password-1{Enter}');
    await expectArrivalAt('/');
    expect(sent).toEqual([{ current_password: 'Old-Password-1' }]);
    expect(screen.getByText('Your account is deleted')).toBeTruthy();
    await waitFor(() => expect(sessionBoard.current().status).toBe('signed-out'));
    expect(asked).toEqual([]);
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
    const wait = 'There were many attempts to delete this account. Please try again in';
    expect(await dialog.findByText(`${wait} about 3 minutes.`)).toBeTruthy();
    expect(dialog.getByLabelText<HTMLInputElement>('Current password').value).toBe('guess');
    await user.keyboard('{Escape}');
    expect(document.activeElement).toBe(button('Delete my account'));
  });
});
