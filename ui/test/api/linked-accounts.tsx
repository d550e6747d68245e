/** The page /account with linked sign-in methods. */
import { screen, within } from '@testing-library/react';
import { HttpResponse } from 'msw';
import type { Identity } from '../../src/api/identities';
import type { OwnSession } from '../../src/api/sessions';
import { ADDRESS } from '../browser/wallets';
import { created, noContent, serve } from './mock-api';
import { here, open, sheet } from './account-page';
import { signedInAs } from './real-session';

const TITLE = 'Other ways to sign in';

/** This session, authenticated `minutes` ago. */
export function authenticatedBefore(
  minutes: number,
  method: OwnSession['amr'][0]['method'] = 'password',
) {
  const at = new Date(Date.now() - minutes * 60_000).toISOString();
  return { ...here, amr: [{ method, at }] };
}

export const atSchool: Identity = {
  id: 'identity-1',
  provider: 'school',
  subject: 'ada-1',
  email: 'ada@school.example',
  created_at: '2026-03-01T10:00:00Z',
};
export const wallet: Identity = {
  ...atSchool,
  id: 'identity-2',
  provider: 'ethereum',
  subject: ADDRESS,
  email: null,
};

/** Serves, links and unlinks identities. Returns the requests in order. */
export function serveIdentities(...identities: Identity[]): unknown[] {
  const asked: unknown[] = [];
  let items = identities;
  serve('get /api/users/me/identities', () => HttpResponse.json({ items, next_cursor: null }));
  serve('post /api/users/me/identities', async (_, { request }) => {
    asked.push(await request.json());
    items = [...items, wallet];
    return created(wallet);
  });
  serve('delete /api/users/me/identities/:id', (_, { params }) => {
    asked.push(`unlink ${String(params['id'])}`);
    items = items.filter(({ id }) => id !== params['id']);
    return noContent();
  });
  return asked;
}

export async function openLinked() {
  await signedInAs('applicant');
  const { user } = open();
  await screen.findByRole('heading', { name: TITLE });
  const ways = sheet(TITLE);
  const press = async (name: string) => user.click(await ways.findByRole('button', { name }));
  const inDialog = async (name: string) => within(await screen.findByRole('dialog', { name }));
  return { user, ways, press, inDialog };
}
