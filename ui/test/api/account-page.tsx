/** The page /account with a mocked list of sessions. */
import { screen, within } from '@testing-library/react';
import { HttpResponse } from 'msw';
import { expect } from 'vitest';
import { noContent, pageOf, problem, serve } from './mock-api';
import { renderPage } from '../screens/render-page';
import { signedInAs } from './real-session';
import type { OwnSession } from '../../src/api/sessions';
import { AccountPage } from '../../src/pages/account/account-page';

export const open = () => renderPage(AccountPage, '/account');
export const sheet = (name: string) => within(screen.getByRole('region', { name }));

export const here: OwnSession = {
  id: 's-here',
  created_at: '2026-03-01T10:00:00Z',
  last_used_at: '2026-03-05T10:00:00Z',
  ip_prefix: '203.0.113.0/24',
  user_agent: 'Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0',
  aal: 'aal1',
  amr: [{ method: 'password', at: '2026-03-01T10:00:00Z' }],
  current: true,
};
export const phone: OwnSession = {
  ...here,
  id: 's-phone',
  user_agent: 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Safari/604.1',
  ip_prefix: null,
  amr: [{ method: 'code', at: '2026-03-01T10:00:00Z' }],
  current: false,
};
export const tablet: OwnSession = { ...phone, id: 's-tablet', user_agent: null, amr: [] };

/** Serves the list and ends sessions. Returns the requests in order. */
export function serveSessions(...sessions: OwnSession[]): string[] {
  const asked: string[] = [];
  let items = sessions;
  serve('get /api/auth/sessions', () => HttpResponse.json(pageOf(items, 100)));
  serve('delete /api/auth/sessions/:id', (_, { params }) => {
    asked.push(String(params['id']));
    items = items.filter(({ id }) => id !== params['id']);
    return noContent();
  });
  serve('delete /api/auth/sessions', (_, { request }) => {
    asked.push(new URL(request.url).search);
    items = items.filter(({ current }) => current);
    return noContent();
  });
  return asked;
}

/** Opens the page for an applicant with these sessions, and waits for the list. */
export async function openAccount(...sessions: OwnSession[]) {
  const ended = serveSessions(...(sessions.length === 0 ? [here] : sessions));
  await signedInAs('applicant');
  const view = open();
  await screen.findByText('Firefox on Linux');
  return { ...view, ended };
}

const PASSWORD = 'Quiet-River-42';

/** Accepts one password. Returns the passwords of the requests. */
export function servePassword(): unknown[] {
  const sent: unknown[] = [];
  serve('post /api/auth/sessions/reauthentication', async (_, { request }) => {
    const { password } = (await request.json()) as { password: string };
    sent.push(password);
    return password === PASSWORD ? noContent() : problem(401, 'invalid_credentials', 'No.');
  });
  return sent;
}

/** The server requires re-authentication. */
export const notFresh = () => problem(403, 'reauthentication_required', 'First the password.');

/** Enters the password in the dialog. */
export async function enterPassword(user: ReturnType<typeof open>['user']): Promise<void> {
  const dialog = within(await screen.findByRole('dialog', { name: 'Please enter your password' }));
  const password = dialog.getByLabelText('Current password');
  expect(document.activeElement).toBe(password);
  await user.type(password, PASSWORD);
  await user.click(dialog.getByRole('button', { name: 'Continue' }));
}
