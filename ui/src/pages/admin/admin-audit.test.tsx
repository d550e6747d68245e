/** Tests the Audit tab: sentences, filters and pages. */
import { screen, waitFor } from '@testing-library/react';
import { HttpResponse } from 'msw';
import { beforeEach, expect, test } from 'vitest';
import openapi from '../../../../openapi.json';
import type { AuditAction, AuditEvent } from '../../../src/api/admin/users';
import { dana } from '../../../test/api/dana';
import { serve } from '../../../test/api/mock-api';
import { signedInAs, withRealSession } from '../../../test/api/real-session';
import { open } from '../../../test/api/review-server';
import { withSite } from '../../../test/browser/site';
import { audit } from '../../content/membership/audit';
import { sentenceOf } from '../../features/admin/audit/audit-entries';

const event = (more: Partial<AuditEvent> = {}): AuditEvent => ({
  id: 'event-1',
  created_at: '2026-03-05T10:00:00Z',
  actor_id: 'maria',
  actor_name: 'Maria Alvarez',
  action: 'application.decided',
  target_type: 'application',
  target_id: 'app-1',
  target_name: 'Dana Reyes',
  detail: { status: 'approved' },
  ...more,
});

test('every action of the server has a sentence and a name in the filter', () => {
  const actions = openapi.components.schemas.AuditAction.enum as AuditAction[];
  expect(actions.length).toBeGreaterThan(30);
  const told = actions.map((action) => sentenceOf(event({ action })));
  for (const sentence of told) expect(sentence).toMatch(/^Maria Alvarez [a-z]/);
  expect(new Set(told).size).toBe(actions.length);
  const named = actions.map((action) => audit.optionOf(action));
  for (const name of named) expect(name).toMatch(/^[A-Z][^.]+$/);
  expect(new Set(named).size).toBe(actions.length);
});

test('a sentence names who acted on whom, also after an account was deleted', () => {
  expect(sentenceOf(event())).toBe('Maria Alvarez approved Dana Reyes’s application');
  const granted = event({ action: 'role.granted', detail: { role: 'moderator' } });
  expect(sentenceOf(granted)).toBe('Maria Alvarez granted Dana Reyes the role Moderator');
  expect(sentenceOf({ ...granted, actor_name: null, target_name: null })).toBe(
    'A deleted account granted a deleted account the role Moderator',
  );
  const accepted = event({ action: 'role.granted', detail: { role: 'admin', invitation: 'i' } });
  expect(sentenceOf(accepted)).toBe(
    'Maria Alvarez accepted an invitation and has the role Administrator',
  );
  const byServer = event({ action: 'backup.finished', actor_id: null, actor_name: null });
  expect(sentenceOf(byServer)).toBe('The server finished a backup');
  const newer = event({ action: 'moon.visited' as AuditAction });
  expect(sentenceOf(newer)).toBe('Maria Alvarez: moon.visited');
});

let searches: URLSearchParams[];

withRealSession();
withSite();
beforeEach(async () => {
  searches = [];
  await signedInAs('admin');
  serve('get /api/admin/audit-events', (_, { request }) => {
    const { searchParams } = new URL(request.url);
    searches.push(searchParams);
    const isFirst = !searchParams.has('cursor');
    const items = [isFirst ? event() : event({ id: 'event-2', action: 'application.submitted' })];
    return HttpResponse.json({ items, next_cursor: isFirst ? 'older' : null });
  });
  serve('get /api/admin/users/:id', () => HttpResponse.json(dana));
});

test('entries are loaded page by page, and show their data only on request', async () => {
  const { user } = open('/admin?tab=audit');
  await screen.findByText('Maria Alvarez approved Dana Reyes’s application');
  expect(screen.getByText(/"target_id": "app-1"/).closest('details')?.open).toBe(false);
  await user.click(screen.getByRole('button', { name: 'Load more' }));
  await screen.findByText('Maria Alvarez submitted an application');
  expect(screen.getByText('Showing 2 entries')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Load more' })).toBeNull();
});

test('the filters of the URL and of the tab are in the request, and that by person is removed', async () => {
  const { user } = open('/admin?tab=audit&since=2026-03-01&until=2026-03-05&about=dana');
  await user.selectOptions(
    await screen.findByLabelText('What happened'),
    'Disabled the account of a person',
  );
  const parameters = () => [...(searches.at(-1)?.keys() ?? [])];
  await waitFor(() =>
    expect(parameters()).toEqual(['action', 'about', 'after', 'before', 'limit']),
  );
  await user.click(await screen.findByRole('button', { name: 'Remove About dana@school.example' }));
  await waitFor(() => expect(parameters()).toEqual(['action', 'after', 'before', 'limit']));
  // The last day is included.
  expect(searches.at(-1)?.get('before')).toBe(new Date(2026, 2, 6).toISOString());
});
