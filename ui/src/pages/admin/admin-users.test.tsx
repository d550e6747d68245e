/** Tests the Users tab: the list, one account, and acts that are refused, lost or repeated. */
import { act, screen, waitFor, within } from '@testing-library/react';
import { HttpResponse } from 'msw';
import { beforeEach, describe, expect, test } from 'vitest';
import type { UserDetail } from '../../../src/api/admin/users';
import { dana } from '../../../test/api/dana';
import { listOf, noContent, pageOf, problem, serve } from '../../../test/api/mock-api';
import { signedInAs, withRealSession } from '../../../test/api/real-session';
import { open } from '../../../test/api/review-server';
import { everything } from '../../../test/browser/site';

let user: UserDetail;
let searches: string[];

withRealSession();
beforeEach(async () => {
  document.documentElement.dataset['site'] = JSON.stringify(everything);
  user = dana;
  searches = [];
  await signedInAs('admin');
  serve('get /api/admin/users', (_, { request }) => {
    searches.push(new URL(request.url).search);
    return HttpResponse.json({ ...pageOf([user], 25), total_is_exact: true, next_cursor: 'later' });
  });
  serve('get /api/admin/users/:id', () => HttpResponse.json(user));
  serve('get /api/admin/audit-events', () => listOf());
  return () => delete document.documentElement.dataset['site'];
});

const button = (name: string) => screen.findByRole<HTMLButtonElement>('button', { name });
const sheet = async () => within(await screen.findByRole('dialog', { name: /Dana Reyes|Ada/ }));

describe('the list', () => {
  test('is filtered, sorted and paged by the URL', async () => {
    const { user: person, router } = open('/admin?tab=users&status=pending&q=ada');
    await person.selectOptions(await screen.findByLabelText('State'), 'Disabled');
    await person.selectOptions(screen.getByLabelText('Role'), 'Moderator');
    await person.type(screen.getByLabelText('Name or email'), 'dana{Enter}');
    await person.click(screen.getByRole('button', { name: 'Name' }));
    await waitFor(() =>
      expect(searches.at(-1)).toBe(
        '?role=moderator&state=disabled&q=dana&limit=25&sort=name&order=asc',
      ),
    );
    await person.click(await button('Next page'));
    await waitFor(() => expect(searches.at(-1)).toContain('cursor=later'));
    await person.selectOptions(screen.getByLabelText('State'), 'Not confirmed');
    await waitFor(() => expect(searches.at(-1)).not.toContain('cursor'));
    // The parameters of the other tab are untouched.
    expect(router.state.location.search).toContain('status=pending&q=ada');
    const link = screen.getByRole('link', { name: 'Application of Dana Reyes' });
    expect(link.getAttribute('href')).toBe('/admin?application=app-9');
  });

  test('starts again if the cursor in the URL is of another list', async () => {
    serve('get /api/admin/users', (_, { request }) =>
      new URL(request.url).searchParams.has('cursor')
        ? problem(422, 'invalid_cursor', 'This cursor is not of this list.')
        : undefined,
    );
    open('/admin?tab=users&page=old');
    await button('View the account of Dana Reyes');
  });

  test('opens an account, which Back closes', async () => {
    const { user: person, router } = open('/admin?tab=users');
    await person.click(await button('View the account of Dana Reyes'));
    const opened = await sheet();
    expect(await opened.findByText('Authenticator app')).toBeTruthy();
    expect(opened.getByText('2 devices')).toBeTruthy();
    await act(() => router.navigate(-1));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(document.activeElement).toBe(await button('View the account of Dana Reyes'));
  });
});

async function openDana() {
  const view = open('/admin?tab=users&user=dana');
  return { ...view, dialog: await sheet() };
}

describe('acts on an account', () => {
  test('ask for a proof, name the person, and are sent once', async () => {
    const sent = serve('put /api/admin/users/dana/roles/moderator', (count) => {
      if (count === 1) return problem(403, 'reauthentication_required', 'Again, please.');
      user = { ...dana, roles: ['applicant', 'moderator'] };
      return HttpResponse.json(user);
    });
    const proofs = serve('post /api/auth/sessions/reauthentication');
    const { user: person } = await openDana();
    await person.click(await button('Grant Dana Reyes the role Moderator'));
    const title = 'Grant Dana Reyes the role Moderator?';
    const dialog = within(await screen.findByRole('dialog', { name: title }));
    await person.type(dialog.getByLabelText('Reason'), 'helps out');
    await person.click(dialog.getByRole('button', { name: 'Grant' }));
    await person.type(await screen.findByLabelText('Current password'), 'Quiet-Brook-42');
    await person.click(await button('Continue'));
    expect(await screen.findByText('Dana Reyes has the role Moderator.')).toBeTruthy();
    expect(proofs).toEqual([{ password: 'Quiet-Brook-42' }]);
    expect(sent).toEqual([{ reason: 'helps out' }, { reason: 'helps out' }]);
    await button('Take the role Moderator from Dana Reyes');
  });

  test('that end something need a reason where the audit log needs one', async () => {
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

  test.each([
    ['is refused', () => problem(409, 'last_admin', 'This is the last administrator.')],
    ['gets no response', () => HttpResponse.error()],
  ])('read the account again if the request %s', async (_, answer) => {
    serve('delete /api/admin/users/dana/sessions', () => {
      user = { ...dana, sessions: 0 };
      return answer();
    });
    const { user: person } = await openDana();
    await person.click(await button('Sign Dana Reyes out everywhere'));
    await person.click(await button('Sign out everywhere'));
    expect((await screen.findByRole('alert')).textContent).toMatch(/has been loaded again/);
    expect(await screen.findByText('0 devices')).toBeTruthy();
  });

  test('lead to the sign-in page if the session has ended meanwhile', async () => {
    const ended = () => problem(401, 'session_revoked', 'The session has ended.');
    serve('delete /api/admin/users/dana/sessions', ended);
    serve('post /api/auth/sessions/refresh', ended);
    const { user: person } = await openDana();
    await person.click(await button('Sign Dana Reyes out everywhere'));
    await person.click(await button('Sign out everywhere'));
    expect(await screen.findByText('Your session has ended')).toBeTruthy();
    const link = screen.getByRole('link', { name: 'Sign In' });
    expect(decodeURIComponent(link.getAttribute('href') ?? '')).toContain('tab=users&user=dana');
  });

  test('are not offered for an account that was deleted meanwhile', async () => {
    const { user: person } = await openDana();
    await button('Sign Dana Reyes out everywhere');
    serve('get /api/admin/users/:id', () => problem(404, 'not_found', 'Not found.'));
    serve('delete /api/admin/users/dana/sessions', () => problem(404, 'not_found', 'Not found.'));
    await person.click(await button('Sign Dana Reyes out everywhere'));
    await person.click(await button('Sign out everywhere'));
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
    await screen.findByRole('alert');
    await person.click(await button('Send the confirmation email again'));
    expect(await screen.findByText(/is on its way/)).toBeTruthy();
    expect(new Set(keys).size).toBe(1);
  });
});
