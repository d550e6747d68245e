/** The tab Messages of the dashboard. */
import { screen, within } from '@testing-library/react';
import { HttpResponse } from 'msw';
import { expect, test } from 'vitest';
import type { ContactMessage } from '../../../api/contact';
import { pageOf, problem, serve } from '../../../../test/api/mock-api';
import { open, withReview } from '../../../../test/api/review-server';
import { withSite } from '../../../../test/browser/site';
import { ageInWords, isOverdue } from './message';

withReview();
withSite();

const message = (more: Partial<ContactMessage> = {}): ContactMessage => ({
  id: 'message-1',
  full_name: 'Ada Lopez',
  email: 'ada?bcc=x@school.example',
  phone: null,
  subject: 'media-request',
  message: 'May I quote\n<b>the report</b>?',
  is_teacher: true,
  state: 'new',
  received_at: new Date(Date.now() - 3 * 3_600_000).toISOString(),
  owner_id: null,
  owner_name: null,
  handled_by: null,
  handler_name: null,
  handled_at: null,
  ...more,
});

const counts = { new: 2, answered: 0, spam: 7 };

function serveList(...items: ContactMessage[]): string[] {
  const searches: string[] = [];
  serve('get /api/admin/contact-messages', (_, { request }) => {
    searches.push(new URL(request.url).search);
    return HttpResponse.json({ ...pageOf(items, 25), counts });
  });
  return searches;
}

test('ages are words, and a new media request is marked after a day', () => {
  const now = Date.parse('2026-03-05T12:00:00Z');
  const table: [string, string][] = [
    ['2026-03-05T12:00:30Z', 'less than a minute'],
    ['2026-03-05T11:59:00Z', '1 minute'],
    ['2026-03-05T09:00:01Z', '2 hours'],
    ['2026-03-04T12:00:00Z', '1 day'],
    ['2026-02-01T12:00:00Z', '32 days'],
  ];
  for (const [at, words] of table) expect(ageInWords(at, now)).toBe(words);
  const overdue = (more: Partial<ContactMessage>) =>
    isOverdue(message({ received_at: '2026-03-04T11:59:59Z', ...more }), now);
  expect(overdue({})).toBe(true);
  expect(overdue({ subject: 'press-speaking' })).toBe(true);
  expect(overdue({ subject: 'general-question' })).toBe(false);
  expect(overdue({ state: 'answered' })).toBe(false);
  expect(overdue({ received_at: '2026-03-04T12:00:00Z' })).toBe(false);
});

test('lists messages when the tab opens, and shows one as text with a link that answers only its writer', async () => {
  const searches = serveList(message());
  const { user } = open();
  await screen.findByRole('tab', { name: 'Messages' });
  expect(searches).toEqual([]);
  await user.click(screen.getByRole('tab', { name: 'Messages' }));
  await screen.findByText('3 hours');
  expect(screen.getByRole('radio', { name: 'Spam 7' })).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Read the message from Ada Lopez' }));
  const sheet = within(screen.getByRole('dialog', { name: 'Message from Ada Lopez' }));
  expect(sheet.getByRole('region', { name: 'Message' }).textContent).toContain(
    'May I quote\n<b>the report</b>?',
  );
  const { href } = sheet.getByRole<HTMLAnchorElement>('link', { name: 'Reply' });
  const link = new URL(href);
  expect(decodeURIComponent(link.pathname)).toBe('ada?bcc=x@school.example');
  expect(Object.fromEntries(link.searchParams)).toEqual({
    subject: 'Re: Media Request',
    body: '\r\n\r\n> May I quote\r\n> <b>the report</b>?',
  });
  await user.keyboard('{Escape}');
  await user.click(screen.getByRole('radio', { name: 'Spam 7' }));
  expect(searches.at(-1)).toBe('?state=spam&limit=25');
  await user.selectOptions(screen.getByLabelText('Subject'), 'press-speaking');
  expect(searches.at(-1)).toBe('?state=spam&subject=press-speaking&limit=25');
});

test('the second to take a message learns who owns it, and may answer it', async () => {
  serveList(message());
  const { user } = open('/admin?tab=messages');
  await user.click(await screen.findByRole('button', { name: /^Read the message/ }));
  const press = (name: string) => user.click(screen.getByRole('button', { name }));
  const taken = serve('post /api/admin/contact-messages/message-1/owner', () => {
    serveList(message({ owner_id: 'bo', owner_name: 'Bo Li' }));
    return problem(409, 'conflict', 'Bo Li has already taken this message.');
  });
  await press('Take');
  const dialog = within(screen.getByRole('dialog'));
  expect((await dialog.findByRole('alert')).textContent).toBe(
    'Bo Li has already taken this message.',
  );
  await dialog.findByText('Bo Li');
  expect(screen.queryByRole('button', { name: 'Take' })).toBeNull();
  const answered = message({
    state: 'answered',
    handled_by: 'bo',
    handler_name: 'Bo Li',
    handled_at: '2026-03-05T10:00:00Z',
  });
  serve('post /api/admin/contact-messages/message-1/answered', () => HttpResponse.json(answered));
  await press('Mark as answered');
  await screen.findByText('Answered by');
  expect(document.activeElement).toBe(screen.getByRole('region', { name: 'Message' }));
  expect(screen.getByRole('button', { name: 'Reopen' })).toBeTruthy();
  expect(taken).toHaveLength(1);
});
