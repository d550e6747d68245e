import { render, screen } from '@testing-library/react';
import { HttpResponse } from 'msw';
import { MemoryRouter } from 'react-router-dom';
import { expect, test, vi } from 'vitest';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { nothingPending, receipt, withApplicant } from '../../../test/api/apply-page';
import { changeRequest, detail, problem, serve } from '../../../test/api/mock-api';
import type { Roles } from '../../session/roles';
import { OwnMembership } from './own-membership';

withApplicant();

const serveApplications = (...items: object[]) =>
  serve('get /api/applications/mine', () =>
    HttpResponse.json({ ...nothingPending, items, total: items.length }),
  );

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
const link = (name: string) => screen.findByRole('link', { name });
const textOf = (label: string) => screen.getByText(label).nextElementSibling?.textContent;

test('a new applicant has not applied and can do so', async () => {
  serveApplications();
  show(['applicant']);
  expect((await link('Apply for membership')).getAttribute('href')).toBe('/apply');
  expect(textOf('Membership')).toBe('Not a member');
  expect(textOf('Application')).toBe('You haven’t applied yet.');
});

test('a pending application has the date of its submission', async () => {
  serveApplications(receipt);
  show(['applicant']);
  await link('See your application');
  expect(textOf('Application')).toBe('Pending, submitted on March 5, 2026');
});

test('a pending application says that changes are asked for', async () => {
  serveApplications(receipt);
  serve('get /api/applications/app-1', () =>
    HttpResponse.json(detail({ change_request: changeRequest() })),
  );
  show(['applicant']);
  expect(await screen.findByText('Changes requested')).toBeTruthy();
  expect(screen.getByText(/We asked you for a change/)).toBeTruthy();
  expect((await link('Answer it')).getAttribute('href')).toBe('/apply#changes');
  expect(textOf('Application')).toBe('Pending, submitted on March 5, 2026 Changes requested');
});

test('a rejected application has both dates, and the user can apply again', async () => {
  serveApplications({ ...receipt, status: 'rejected', reviewed_at: '2026-03-07T10:00:00Z' });
  show(['applicant']);
  await link('Apply again');
  expect(textOf('Application')).toBe('Rejected on March 7, 2026, submitted on March 5, 2026');
  expect(screen.getByText('You can apply again.')).toBeTruthy();
});

test('a member has been one since the approval, and is offered no application', async () => {
  serveApplications({ ...receipt, status: 'approved', reviewed_at: '2026-03-07T10:00:00Z' });
  show(['member']);
  await screen.findByText(/Approved on/);
  expect(textOf('Membership')).toBe('Member since March 7, 2026');
  expect(screen.queryByRole('link')).toBeNull();
});

test('a member by an administrator has no date', async () => {
  serveApplications();
  show(['member']);
  await screen.findByText('You haven’t applied yet.');
  expect(textOf('Membership')).toBe('Member');
});

test('a failure can be retried', async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  serve('get /api/applications/mine', () => problem(500, 'internal_error', 'Something broke.'));
  show(['applicant']);
  await screen.findByText('We couldn’t load your applications.');
  expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy();
});
