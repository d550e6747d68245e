/** /account: two-step sign-in. */
import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { expectAccessible } from '../../../test/screens/axe';
import { browserWithPasskeys, withoutPasskeys } from '../../../test/browser/passkeys';
import { currentUser, problem, server, serveApi, sessionView } from '../../../test/api/mock-api';
import {
  enterPassword,
  here,
  notFresh,
  open,
  servePassword,
  serveSessions,
  sheet,
} from '../../../test/api/account-page';
import { expectArrivalAt } from '../../../test/screens/render-page';
import { signedInAs, withRealSession } from '../../../test/api/real-session';
import type { Factor } from '../../api/factors';
import { queryCache } from '../../features/signed-in/query-cache';
import { sessionStore } from '../../session/browser-session';

serveApi();
withRealSession();
withoutPasskeys();
beforeEach(() => {
  queryCache.clear();
  serveSessions(here);
});

const title = 'Two-step sign-in';
const CODES = Array.from({ length: 10 }, (_, index) => `code${index}-fghij`);
const phone: Factor = {
  id: 'factor-1',
  factor_type: 'totp',
  friendly_name: 'Authenticator app',
  status: 'verified',
  created_at: '2026-03-01T10:00:00Z',
  last_used_at: '2026-03-05T10:00:00Z',
};

/** Serves factors that can be enrolled, renamed and removed; returns what was asked for, in order. */
function serveFactors(...factors: Factor[]): string[] {
  const asked: string[] = [];
  let items = factors;
  server.use(
    http.get('/api/auth/factors', () =>
      HttpResponse.json({ items, recovery_codes_left: items.length === 0 ? 0 : 10 }),
    ),
    http.post('/api/auth/factors', async ({ request }) => {
      const asking = (await request.json()) as Record<string, string>;
      asked.push('enrol');
      if (asking['factor_type'] === 'passkey') {
        asked.push(`named ${asking['friendly_name']}`);
        return HttpResponse.json(
          {
            id: 'factor-9',
            challenge_id: 'challenge-9',
            expires_at: '2026-03-05T10:05:00Z',
            options: {
              rp: { id: 'localhost', name: 'Educators Forum' },
              user: { id: 'dXNlcg', name: 'ada@example.com', displayName: 'Ada' },
              challenge: 'Y2hhbGxlbmdl',
              pubKeyCredParams: [{ type: 'public-key', alg: -7 }],
            },
          },
          { status: 201 },
        );
      }
      return HttpResponse.json(
        {
          id: 'factor-1',
          secret: 'GEZDGNBVGY3TQOJQ',
          uri: 'otpauth://totp/x?secret=GEZDGNBVGY3TQOJQ',
          qr_svg: '<svg viewBox="0 0 1 1" xmlns="http://www.w3.org/2000/svg"/>',
        },
        { status: 201 },
      );
    }),
    http.post('/api/auth/factors/:id/challenges', ({ params }) => {
      asked.push(`challenge ${String(params['id'])}`);
      return HttpResponse.json(
        { id: 'challenge-1', expires_at: '2026-03-05T10:05:00Z', options: null },
        { status: 201 },
      );
    }),
    http.post('/api/auth/factors/:id/verifications', async ({ request }) => {
      const body = (await request.json()) as { code?: string; credential?: { rawId: string } };
      if (body.credential !== undefined) {
        asked.push(`created ${body.credential.rawId}`);
        const codes = items.length === 0 ? CODES : null;
        items = [
          ...items,
          { ...phone, id: 'factor-9', factor_type: 'passkey', friendly_name: 'Key' },
        ];
        return HttpResponse.json({ ...sessionView({ aal: 'aal2' }), recovery_codes: codes });
      }
      asked.push(`verify ${JSON.stringify(body)}`);
      if (body.code !== '123456') return problem(401, 'code_invalid', 'Not this code.');
      items = [phone];
      return HttpResponse.json({ ...sessionView({ aal: 'aal2' }), recovery_codes: CODES });
    }),
    http.post('/api/auth/factors/recovery-codes', () => {
      asked.push('codes');
      return HttpResponse.json({ recovery_codes: CODES }, { status: 201 });
    }),
    http.patch('/api/auth/factors/:id', async ({ request }) => {
      const { friendly_name } = (await request.json()) as { friendly_name: string };
      asked.push(`rename ${friendly_name}`);
      items = items.map((factor) => ({ ...factor, friendly_name }));
      return HttpResponse.json(items[0]);
    }),
    http.delete('/api/auth/factors/:id', ({ params }) => {
      asked.push(`remove ${String(params['id'])}`);
      items = [];
      return new HttpResponse(null, { status: 204 });
    }),
    http.post('/api/auth/sessions/refresh', () => HttpResponse.json(sessionView())),
  );
  return asked;
}

async function opened() {
  await signedInAs('applicant');
  const { user } = open();
  const factors = sheet(title);
  const press = async (name: string) => user.click(await factors.findByRole('button', { name }));
  const inDialog = (name: string | RegExp) => screen.findByRole('dialog', { name });
  return { user, factors, press, inDialog };
}

test('an app is set up with its first code, and its recovery codes are shown', async () => {
  const asked = serveFactors();
  const { user, factors, press, inDialog } = await opened();
  expect(await factors.findByText('Two-step sign-in is off.')).toBeTruthy();
  expect(factors.getByText(/signs you out everywhere else/)).toBeTruthy();
  await press('Set up an authenticator app');
  const dialog = within(await inDialog('Set up an authenticator app'));
  expect(dialog.getByText(/signs you out everywhere else/)).toBeTruthy();
  expect(dialog.getByAltText('QR code for your authenticator app').getAttribute('src')).toMatch(
    /^data:image\/svg\+xml,%3Csvg/,
  );
  expect(dialog.getByText('GEZD GNBV GY3T QOJQ')).toBeTruthy();
  await expectAccessible();
  await user.click(dialog.getByRole('button', { name: 'Turn it on' }));
  expect(dialog.getByText('Enter the code from the app')).toBeTruthy();
  const code = dialog.getByLabelText('Code from the app');
  await user.type(code, '000 000');
  await user.click(dialog.getByRole('button', { name: 'Turn it on' }));
  expect((await dialog.findByRole('alert')).textContent).toContain('Not this code.');
  await user.clear(code);
  await user.type(code, '123 456');
  await user.click(dialog.getByRole('button', { name: 'Turn it on' }));
  const shown = within(await inDialog('Your recovery codes'));
  expect(shown.getAllByRole('listitem').map((row) => row.textContent)).toEqual(CODES);
  await expectAccessible();
  await user.click(shown.getByRole('button', { name: 'I have saved them' }));
  expect(await factors.findByText('Authenticator app')).toBeTruthy();
  expect(factors.getByText('10 recovery codes are left.')).toBeTruthy();
  expect(asked).toEqual([
    'enrol',
    'challenge factor-1',
    'verify {"challenge_id":"challenge-1","code":"000000"}',
    'challenge factor-1',
    'verify {"challenge_id":"challenge-1","code":"123456"}',
  ]);
  await expectAccessible();
});

test('recovery codes can be copied', async () => {
  serveFactors(phone);
  const { user, press, inDialog } = await opened();
  await press('Make new recovery codes');
  const dialog = within(await inDialog('Your recovery codes'));
  const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
  await user.click(dialog.getByRole('button', { name: 'Copy' }));
  expect(await dialog.findByRole('button', { name: 'Copied' })).toBeTruthy();
  expect(write.mock.calls[0]?.[0]).toContain(CODES.join('\n'));
});

test('an app is renamed', async () => {
  const asked = serveFactors(phone);
  const { user, factors, press, inDialog } = await opened();
  await press('Rename Authenticator app');
  const dialog = within(await inDialog('Rename this authenticator'));
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

test('the last app is removed only after a warning', async () => {
  const asked = serveFactors(phone);
  const { user, factors, press, inDialog } = await opened();
  await press('Remove Authenticator app');
  const dialog = within(await inDialog('Remove Authenticator app?'));
  expect(dialog.getByText(/your recovery codes stop working/)).toBeTruthy();
  expect(dialog.getByText(/signed in with it, possibly on this device too/)).toBeTruthy();
  await expectAccessible();
  await user.click(dialog.getByRole('button', { name: 'Remove it' }));
  expect(await factors.findByText('Authenticator app is removed.')).toBeTruthy();
  expect(await factors.findByText('Two-step sign-in is off.')).toBeTruthy();
  expect(asked).toEqual(['remove factor-1']);
});

test('where the password was entered long ago it is asked for, and the act goes on', async () => {
  const asked = serveFactors(phone);
  const passwords: unknown[] = [];
  let fresh = false;
  server.use(
    http.delete('/api/auth/factors/:id', () => {
      if (!fresh) return problem(403, 'reauthentication_required', 'First the password.');
      asked.push('remove');
      return new HttpResponse(null, { status: 204 });
    }),
    http.post('/api/auth/sessions/reauthentication', async ({ request }) => {
      const body = (await request.json()) as { password: string };
      passwords.push(body);
      if (body.password !== 'Quiet-River-42') return problem(401, 'invalid_credentials', 'No.');
      fresh = true;
      return new HttpResponse(null, { status: 204 });
    }),
  );
  const { user, factors, press, inDialog } = await opened();
  await press('Remove Authenticator app');
  await user.click(
    within(await inDialog('Remove Authenticator app?')).getByRole('button', { name: 'Remove it' }),
  );
  const dialog = within(await inDialog('Please enter your password'));
  const password = dialog.getByLabelText('Current password');
  expect(document.activeElement).toBe(password);
  await user.type(password, 'wrong');
  await user.click(dialog.getByRole('button', { name: 'Continue' }));
  expect(await dialog.findByText('This is not your current password')).toBeTruthy();
  await user.clear(password);
  await user.type(password, 'Quiet-River-42');
  await user.click(dialog.getByRole('button', { name: 'Continue' }));
  expect(await factors.findByText('Authenticator app is removed.')).toBeTruthy();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(asked).toEqual(['remove']);
  expect(passwords).toHaveLength(2);
});

test('who needs no second step is not told to have one', async () => {
  serveFactors();
  const { factors } = await opened();
  expect(await factors.findByText('Two-step sign-in is off.')).toBeTruthy();
  expect(factors.queryByText(/Administrators need two-step sign-in/)).toBeNull();
});

test('an administrator without the second step that is required reads that it is', async () => {
  serveFactors();
  await signedInAs('admin');
  const lacking = { ...currentUser(['admin']), second_factor_required: true };
  server.use(http.get('/api/users/me', () => HttpResponse.json(lacking)));
  await sessionStore.readProfile();
  open();
  expect(await sheet(title).findByText(/Administrators need two-step sign-in/)).toBeTruthy();
});

test('a passkey is added, named after the device, and a first one comes with recovery codes', async () => {
  browserWithPasskeys();
  const asked = serveFactors();
  const { press, inDialog, factors, user } = await opened();
  await press('Add a passkey');
  const codes = within(await inDialog('Your recovery codes'));
  expect(codes.getAllByRole('listitem')).toHaveLength(10);
  await user.click(codes.getByRole('button', { name: 'I have saved them' }));
  expect(asked).toEqual(['enrol', expect.stringMatching(/^named Passkey, /), 'created a2V5']);
  expect(await factors.findByText('Key')).toBeTruthy();
});

test('a further passkey is announced, and a device that has one is told so', async () => {
  browserWithPasskeys();
  serveFactors(phone);
  const { press, factors } = await opened();
  await press('Add a passkey');
  expect((await factors.findByRole('status')).textContent).toMatch(/^Passkey, .* is added\./);
  browserWithPasskeys('InvalidStateError');
  await press('Add a passkey');
  expect((await factors.findByRole('alert')).textContent).toContain('already holds a passkey');
});

test('a browser without passkeys offers none', async () => {
  serveFactors();
  const { factors } = await opened();
  expect(await factors.findByRole('button', { name: 'Set up an authenticator app' })).toBeTruthy();
  expect(factors.queryByRole('button', { name: 'Add a passkey' })).toBeNull();
});

const TURN_ON = 'Set up an authenticator app';

/** Refuses these steps of an enrolment until the password is entered. */
function freshlyOnly(path: string): unknown[] {
  const passwords = servePassword();
  server.use(http.post(path, () => (passwords.length === 0 ? notFresh() : undefined)));
  return passwords;
}

test('the password is asked for before a first app, which is then set up', async () => {
  const asked = serveFactors();
  freshlyOnly('/api/auth/factors');
  const { user, press, inDialog } = await opened();
  await press(TURN_ON);
  await enterPassword(user);
  const dialog = within(await inDialog(TURN_ON));
  expect(screen.getAllByRole('dialog')).toHaveLength(1);
  await user.type(dialog.getByLabelText('Code from the app'), '123456');
  await user.click(dialog.getByRole('button', { name: 'Turn it on' }));
  await inDialog('Your recovery codes');
  expect(asked.filter((what) => what === 'enrol')).toHaveLength(1);
});

describe('the password that is asked for with the first code of an app', () => {
  const typed = async (code: string) => {
    const asked = serveFactors();
    freshlyOnly('/api/auth/factors/:id/verifications');
    const view = await opened();
    await view.press(TURN_ON);
    const enrolment = within(await view.inDialog(TURN_ON));
    const field = enrolment.getByLabelText<HTMLInputElement>('Code from the app');
    await view.user.type(field, code);
    await view.user.click(enrolment.getByRole('button', { name: 'Turn it on' }));
    return { ...view, asked, field, enrolment };
  };

  test('lets the code go on', async () => {
    const { user, inDialog, asked } = await typed('123456');
    await enterPassword(user);
    const codes = within(await inDialog('Your recovery codes'));
    await waitFor(() => expect(screen.getAllByRole('dialog')).toHaveLength(1));
    await user.click(codes.getByRole('button', { name: 'I have saved them' }));
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(asked.filter((what) => what.startsWith('verify'))).toHaveLength(1);
  });

  test('leaves a code that has run out to be typed again', async () => {
    const { user, field, enrolment } = await typed('000000');
    await enterPassword(user);
    await waitFor(() => expect(document.activeElement).toBe(field));
    expect(enrolment.getByRole('alert').textContent).toContain('Not this code.');
    expect(screen.getAllByRole('dialog')).toHaveLength(1);
    await expectAccessible();
  });

  test('can be left, and the app is still being set up', async () => {
    const { user, inDialog, field, enrolment } = await typed('123456');
    const dialog = within(await inDialog('Please enter your password'));
    await expectAccessible();
    await user.click(dialog.getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(document.activeElement).toBe(field));
    expect(field.value).toBe('123456');
    expect(enrolment.queryByRole('alert')).toBeNull();
  });
});

test('a further app signs nobody out', async () => {
  serveFactors(phone);
  const { press, inDialog } = await opened();
  await press('Add another app');
  const dialog = within(await inDialog(TURN_ON));
  expect(dialog.queryByText(/signs you out/)).toBeNull();
});

test('the password is asked for after a passkey was made, which is made once', async () => {
  const made = browserWithPasskeys();
  const asked = serveFactors();
  freshlyOnly('/api/auth/factors/:id/verifications');
  const { press, inDialog, user } = await opened();
  await press('Add a passkey');
  await enterPassword(user);
  await inDialog('Your recovery codes');
  expect(made).toHaveLength(1);
  expect(asked).toEqual(['enrol', expect.stringMatching(/^named Passkey, /), 'created a2V5']);
});

test('the only way in stays, and the dialog says why', async () => {
  serveFactors(phone);
  server.use(
    http.delete('/api/auth/factors/:id', () => problem(409, 'last_way_in', 'The only way in.')),
  );
  const { user, factors, press, inDialog } = await opened();
  await press('Remove Authenticator app');
  const dialog = within(await inDialog('Remove Authenticator app?'));
  await user.click(dialog.getByRole('button', { name: 'Remove it' }));
  expect((await dialog.findByRole('alert')).textContent).toBe('The only way in.');
  await expectAccessible();
  await user.click(dialog.getByRole('button', { name: 'Keep it' }));
  expect(factors.getByText('Authenticator app')).toBeTruthy();
});

describe('a session', () => {
  const ended = () => problem(401, 'session_revoked', 'The session was ended.');
  /** Ends the session at the server. */
  const endSession = () =>
    server.use(
      ...['/api/auth/factors', '/api/auth/sessions', '/api/users/me'].map((path) =>
        http.get(path, ended),
      ),
      http.post('/api/auth/sessions/refresh', () =>
        problem(401, 'refresh_token_invalid', 'The refresh token is not good.'),
      ),
    );
  const remove = async ({ user, press, inDialog }: Awaited<ReturnType<typeof opened>>) => {
    await press('Remove Authenticator app');
    const dialog = within(await inDialog('Remove Authenticator app?'));
    await user.click(dialog.getByRole('button', { name: 'Remove it' }));
  };
  beforeEach(() => void vi.spyOn(console, 'warn').mockReturnValue());

  test('that ends with its factor is over here too, and the sign-in page says why', async () => {
    serveFactors(phone);
    server.use(
      http.delete('/api/auth/factors/:id', () => {
        endSession();
        return new HttpResponse(null, { status: 204 });
      }),
    );
    await remove(await opened());
    await expectArrivalAt('/auth');
    expect(sessionStore.current().status).toBe('signed-out');
    const told = within(screen.getByRole('status', { name: 'Notifications' }));
    expect(told.getByText('Authenticator app is removed')).toBeTruthy();
    expect(told.getByText(/so please sign in again/)).toBeTruthy();
    expect(told.getAllByRole('button', { name: 'Dismiss' })).toHaveLength(1);
  });

  test('that outlives its factor and ends later says nothing of it', async () => {
    serveFactors(phone);
    const view = await opened();
    await remove(view);
    expect(await view.factors.findByText('Two-step sign-in is off.')).toBeTruthy();
    endSession();
    await sessionStore.profileChanged();
    await expectArrivalAt('/auth');
    expect(screen.getByText('Your session has ended')).toBeTruthy();
    expect(screen.queryByText('Authenticator app is removed')).toBeNull();
  });
});
