import { render, screen, waitFor } from '@testing-library/react';
import { HttpResponse } from 'msw';
import { MemoryRouter } from 'react-router-dom';
import { expect, test, vi } from 'vitest';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { receipt, withApplicant } from '../../../test/api/apply-page';
import { changeRequest, detail, pageOf, problem, serve } from '../../../test/api/mock-api';
import type { Roles } from '../../session/roles';
import { OwnMembership } from './own-membership';

withApplicant();

const serveApplications = (...items: object[]) =>
  serve('get /api/applications/mine', () => HttpResponse.json(pageOf(items)));

function show(roles: Roles) {
  render(
    <QueryClientProvider
      client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}
    >
      <MemoryRouter>
        <OwnMembership roles={roles} />
      </MemoryRouter>
    </QueryClientProvider>,
  );
}
const textOf = (label: string) => screen.queryByText(label)?.nextElementSibling?.textContent;

const on = { reviewed_at: '2026-03-07T10:00:00Z' };
const pending = 'Pending, submitted on March 5, 2026';
const rejected = 'Rejected on March 7, 2026, submitted on March 5, 2026';
const approved = 'Approved on March 7, 2026, submitted on March 5, 2026';
const none = 'You haven’t applied yet.';

test.each<[string, Roles, object[], string, string, string | undefined]>([
  ['a new applicant', ['applicant'], [], 'Not a member', none, 'Apply for membership'],
  ['a pending one', ['applicant'], [receipt], 'Not a member', pending, 'See your application'],
  [
    'a rejected one',
    ['applicant'],
    [{ ...receipt, ...on, status: 'rejected' }],
    'Not a member',
    rejected,
    'You can apply again.Apply again',
  ],
  [
    'a member since the approval',
    ['member'],
    [{ ...receipt, ...on, status: 'approved' }],
    'Member since March 7, 2026',
    approved,
    undefined,
  ],
  ['a member by an administrator', ['member'], [], 'Member', none, undefined],
])('%s sees the state and the next step', async (_, roles, items, membership, state, step) => {
  serveApplications(...items);
  show(roles);
  await waitFor(() => expect(textOf('Application')).toBe(state));
  expect(textOf('Membership')).toBe(membership);
  const [link] = screen.queryAllByRole('link');
  expect(link?.parentElement?.textContent).toBe(step);
  expect(link?.getAttribute('href')).toBe(step && '/apply');
});

test('a pending application says that changes are asked for', async () => {
  serveApplications(receipt);
  serve('get /api/applications/app-1', () =>
    HttpResponse.json(detail({ change_request: changeRequest() })),
  );
  show(['applicant']);
  expect(await screen.findByText('Changes requested')).toBeTruthy();
  expect(screen.getByText(/We asked you for a change/)).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Answer it' }).getAttribute('href')).toBe(
    '/apply#changes',
  );
  expect(textOf('Application')).toBe(`${pending} Changes requested`);
});

test('a failure can be retried', async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  serve('get /api/applications/mine', () => problem(500, 'internal_error', 'Something broke.'));
  show(['applicant']);
  await screen.findByText('We couldn’t load your applications.');
  expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy();
});
