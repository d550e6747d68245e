import { act, screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeEach, describe, expect, test } from 'vitest';
import { expectAccessible } from '../../../test/axe';
import { problem, server, serveApi } from '../../../test/msw';
import { expectArrivalAt, renderPage } from '../../../test/msw-screen';
import { signedInAs, withRealSession } from '../../../test/msw-session';
import type { OwnSession } from '../../api/own-sessions';
import { queryCache } from '../../features/signed-in/query-cache';
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
  expect(await screen.findByText('Ada Lovelace')).toBeTruthy();
  expect(screen.getByText('ada@example.com')).toBeTruthy();
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
    expect(first?.textContent).toContain('Mar 5, 2026');
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
    const signOut = button('Sign out: Safari on iPhone, signed in on March 1, 2026');
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
  });

  test('stay where the server refuses, with its words', async () => {
    serveSessions(here, phone);
    server.use(
      http.delete('/api/auth/sessions/:id', () => problem(429, 'rate_limited', 'Please wait.')),
    );
    await signedInAs('applicant');
    const { user } = open();
    await screen.findByText('Safari on iPhone');
    await user.click(button(/^Sign out: Safari on iPhone/));
    expect((await screen.findByRole('alert')).textContent).toBe('Please wait.');
    expect(screen.getByText('Safari on iPhone')).toBeTruthy();
    await expectAccessible();
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
