/** Tests the Users tab: the list in the URL, and acts that fail, are repeated or are not allowed. */
import { act, screen, waitFor, within } from '@testing-library/react';
import { HttpResponse } from 'msw';
import { beforeEach, describe, expect, test } from 'vitest';
import type { UserDetail } from '../../../src/api/admin/users';
import type { Invitation } from '../../../src/api/invitations';
import { dana } from '../../../test/api/dana';
import { listOf, noContent, pageOf, problem, serve } from '../../../test/api/mock-api';
import { signedInAs, withRealSession } from '../../../test/api/real-session';
import { open } from '../../../test/api/review-server';
import { withSite } from '../../../test/browser/site';

let user: UserDetail;
let searches: string[];

withRealSession();
withSite();
beforeEach(async () => {
  user = dana;
  searches = [];
  await signedInAs('admin');
  serve('get /api/admin/users', (_, { request }) => {
    searches.push(new URL(request.url).search);
    return HttpResponse.json({ ...pageOf([user], 25), total_is_exact: true, next_cursor: 'later' });
  });
  serve('get /api/admin/users/:id', () => HttpResponse.json(user));
  serve('get /api/admin/audit-events', () => listOf());
  serve('get /api/admin/invitations', () => listOf());
});

const button = (name: string) => screen.findByRole<HTMLButtonElement>('button', { name });

test('the list is filtered, sorted and paged by the URL, and Back turns the page back', async () => {
  const { user: person, router } = open('/admin?tab=users');
  await person.selectOptions(await screen.findByLabelText('State'), 'Disabled');
  await person.selectOptions(screen.getByLabelText('Role'), 'Moderator');
  await person.type(screen.getByLabelText('Name or email'), 'dana{Enter}');
  await person.click(screen.getByRole('button', { name: 'Name' }));
  const filtered = '?role=moderator&state=disabled&q=dana&limit=25&sort=name&order=asc';
  await waitFor(() => expect(searches.at(-1)).toBe(filtered));
  await person.click(await button('Next page'));
  await waitFor(() => expect(searches.at(-1)).toContain('cursor=later'));
  await act(() => router.navigate(-1));
  await waitFor(() => expect(searches.at(-1)).toBe(filtered));
  const link = screen.getByRole('link', { name: 'Application of Dana Reyes' });
  expect(link.getAttribute('href')).toBe('/admin?application=app-9');
});

test('an invitation that another administrator has withdrawn disappears', async () => {
  const invitation: Invitation = {
    id: 'one',
    email: 'new@school.example',
    created_at: '2026-03-05T10:00:00Z',
    expires_at: '2026-03-08T10:00:00Z',
    inviter_name: 'Bo Li',
  };
  serve('get /api/admin/invitations', (count) => (count === 1 ? listOf(invitation) : listOf()));
  const gone = () => problem(404, 'not_found', 'There is nothing here.');
  serve('delete /api/admin/invitations/one', gone);
  const { user: person } = open('/admin?tab=users');
  await person.click(await button('Withdraw the invitation of new@school.example'));
  expect(await screen.findByText('There is nothing here.')).toBeTruthy();
  expect(await screen.findByText('No invitation is open.')).toBeTruthy();
});

async function openDana() {
  const view = open('/admin?tab=users&user=dana');
  return { ...view, dialog: within(await screen.findByRole('dialog', { name: 'Dana Reyes' })) };
}

async function endSessions() {
  const { user: person } = await openDana();
  await person.click(await button('Sign Dana Reyes out everywhere'));
  await person.click(await button('Sign out everywhere'));
}

describe('acts on an account', () => {
  test('need a reason where the audit log needs one, and are sent once', async () => {
    const sent = serve('post /api/admin/users/dana/disable', () => {
      user = { ...dana, state: 'disabled', disabled_at: '2026-03-06T10:00:00Z' };
      return noContent();
    });
    const { user: person } = await openDana();
    await person.click(await button('Disable the account of Dana Reyes'));
    const title = 'Disable the account of Dana Reyes?';
    const dialog = within(await screen.findByRole('dialog', { name: title }));
    const confirm = dialog.getByRole('button', { name: 'Disable the account' });
    await person.click(confirm);
    const field = dialog.getByLabelText('Reason');
    expect(document.activeElement).toBe(field);
    expect(dialog.getByText('Please enter a reason.')).toBeTruthy();
    await person.type(field, 'left');
    act(() => {
      confirm.click();
      confirm.click();
    });
    await button('Enable the account of Dana Reyes');
    expect(sent).toEqual([{ reason: 'left' }]);
  });

  test('read the account again if the request gets no response', async () => {
    serve('delete /api/admin/users/dana/sessions', () => {
      user = { ...dana, sessions: 0 };
      return HttpResponse.error();
    });
    await endSessions();
    expect(await screen.findByText(/has been loaded again/)).toBeTruthy();
    expect(await screen.findByText('0 devices')).toBeTruthy();
  });

  test('are not offered for an account that was deleted meanwhile', async () => {
    const gone = () => problem(404, 'not_found', 'Not found.');
    serve('delete /api/admin/users/dana/sessions', () => {
      serve('get /api/admin/users/:id', gone);
      return gone();
    });
    await endSessions();
    expect(await screen.findByText('This account doesn’t exist anymore.')).toBeTruthy();
    expect(screen.queryByRole('button', { name: /Dana Reyes/ })).toBeNull();
  });

  test('are not offered for the own account, with the reason', async () => {
    user = { ...dana, id: '018f0000-0000-7000-8000-000000000001', roles: ['admin'] };
    const { dialog } = await openDana();
    expect(await dialog.findByText(/^You can’t change your own roles/)).toBeTruthy();
    expect(dialog.getByRole('link', { name: 'Your Account' }).getAttribute('href')).toBe(
      '/account',
    );
    expect(dialog.queryByRole('button', { name: /Dana Reyes/ })).toBeNull();
  });

  test('send one confirmation email although the first response was lost', async () => {
    user = { ...dana, state: 'unverified', applications: [] };
    const keys: (string | null)[] = [];
    serve('post /api/admin/users/dana/verification-mail', (count, { request }) => {
      keys.push(request.headers.get('Idempotency-Key'));
      return count === 1 ? HttpResponse.error() : new HttpResponse(null, { status: 202 });
    });
    const { user: person } = await openDana();
    await person.click(await button('Send the confirmation email again'));
    await screen.findByText(/has been loaded again/);
    await person.click(await button('Send the confirmation email again'));
    expect(await screen.findByText(/is on its way/)).toBeTruthy();
    expect(new Set(keys).size).toBe(1);
  });
});
