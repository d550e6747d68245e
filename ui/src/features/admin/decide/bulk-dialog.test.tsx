import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, render, renderHook, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { HttpResponse } from 'msw';
import { beforeEach, expect, test, vi } from 'vitest';
import { deferred } from '../../../../test/deferred';
import { problem, serve, serveApi, summary } from '../../../../test/api/mock-api';
import type { ApplicationSummary } from '../../../api/review/applications';
import { configureApi } from '../../../api/transport/client';
import { useBlind } from '../blind';
import { BulkDialog } from './bulk-dialog';

serveApi();
beforeEach(() =>
  configureApi({ getAccessToken: async () => 'token-1', onUnauthorized: async () => false }),
);

const PREVIEW = 'post /api/admin/applications/decisions/preview';
const MAIL = { mails: 1, subject: 'Welcome', preview_url: '/email-previews/1' };
const NONE = { mails: 0, subject: null, preview_url: null, by_state: [] };

type Facts = Partial<ApplicationSummary>;
const row = (number: number, more: Facts = {}) =>
  summary({ id: `app-${number}`, first_name: 'Teacher', last_name: String(number), ...more });

function open(rows: readonly ApplicationSummary[]) {
  const onConfirm = vi.fn<(confirmed: ReadonlyMap<string, unknown>) => void>();
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const dialog = (pending: number) => (
    <QueryClientProvider client={client}>
      <BulkDialog
        decision="approved"
        selected={new Map(rows.map((each) => [each.id, each]))}
        counts={{ total: 9, pending, approved: 9 - pending, rejected: 0 }}
        onConfirm={onConfirm}
        onCancel={vi.fn()}
        finalFocus={() => null}
      />
    </QueryClientProvider>
  );
  const { rerender } = render(dialog(9));
  const confirmed = () => onConfirm.mock.calls.map(([chosen]) => [...chosen.keys()]);
  return {
    user: userEvent.setup(),
    confirmed,
    count: (pending: number) => rerender(dialog(pending)),
  };
}

const button = (name: string) => screen.getByRole('button', { name });
const items = (list: string) =>
  within(screen.getByRole('list', { name: list }))
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent);

test('the rows tell the numbers by state and what is skipped until the server does', async () => {
  serve(PREVIEW, () => new Promise<Response>(() => undefined));
  open([
    row(1, { state_code: 'OH' }),
    row(2, { state_code: null }),
    row(3, { state_code: null }),
    row(4, { state_code: 'TX' }),
    row(5, { state_code: 'TX' }),
    row(6, { marks: null }),
    row(7, { status: 'rejected' }),
  ]);
  expect(items('By state')).toEqual(['Texas 2', 'Ohio 1', 'Other places 2']);
  expect(items('2 will be skipped')).toEqual([
    'Teacher 6: is your own application',
    'Teacher 7: was already decided',
  ]);
  expect(button('Approve 5')).toBeTruthy();
});

test('several previews are added up, the first email is shown, and only what is mailed is confirmed', async () => {
  const asked = serve(PREVIEW, (count) =>
    HttpResponse.json(
      count === 1
        ? {
            ...NONE,
            skipped: [{ id: 'app-1', code: 'not_found' }],
          }
        : {
            ...MAIL,
            subject: count === 2 ? 'Welcome' : 'Later',
            skipped: [],
            by_state: [
              { state: null, count: 9 },
              { state: 'TX', count: 20 },
              { state: 'OH', count: 30 - count },
            ],
          },
    ),
  );
  const { user, confirmed } = open(Array.from({ length: 250 }, (_, at) => row(at + 1)));
  expect(await screen.findByText('Teacher 1: no longer exists')).toBeTruthy();
  expect(asked.map((body) => (body as { ids: string[] }).ids.length)).toEqual([100, 100, 50]);
  expect(items('By state')).toEqual(['Ohio 55', 'Texas 40', 'Other places 18']);
  await user.click(screen.getByText('Show the email'));
  expect(await screen.findByText('Welcome')).toBeTruthy();
  const frame = screen.getByTitle('The email as it will look');
  expect([frame.getAttribute('src'), frame.getAttribute('sandbox')]).toEqual([
    MAIL.preview_url,
    '',
  ]);
  await user.click(button('Approve 249'));
  expect(confirmed().flat()).toHaveLength(249);
  expect(confirmed().flat()).not.toContain('app-1');
});

test('without names, the email is not shown, because it has the name', async () => {
  const { result } = renderHook(useBlind);
  act(() => result.current.setBlind(true));
  serve(PREVIEW, () => HttpResponse.json({ ...MAIL, subject: 'Ada', skipped: [], by_state: [] }));
  const { user } = open([row(1)]);
  expect(screen.getByText(/^The email names the applicant/)).toBeTruthy();
  expect(screen.queryByText('Show the email')).toBeNull();
  // In another tab.
  const key = 'educators-forum.without-names.';
  act(() => void window.dispatchEvent(new StorageEvent('storage', { key, newValue: 'off' })));
  await user.click(screen.getByText('Show the email'));
  expect(await screen.findByText('Ada')).toBeTruthy();
});

test('a decision on a row of another page is skipped, and the email stays until it is read again', async () => {
  const skipped = [{ id: 'app-1', code: 'application_already_decided' }];
  const second = deferred();
  serve(PREVIEW, async (call) => {
    if (call > 1) await second.promise;
    return HttpResponse.json({ ...MAIL, by_state: [], skipped: call > 1 ? skipped : [] });
  });
  const { user, count } = open([row(1), row(2)]);
  await user.click(await screen.findByText('Show the email'));
  await screen.findByTitle('The email as it will look');
  count(8);
  expect(screen.getByTitle('The email as it will look')).toBeTruthy();
  second.resolve();
  expect(await screen.findByRole('button', { name: 'Approve 1' })).toBeTruthy();
});

test('if all are skipped, nothing can be confirmed, and the dialog says why', async () => {
  const skipped = [{ id: 'app-1', code: 'application_already_decided' }];
  serve(PREVIEW, () => HttpResponse.json({ ...NONE, skipped }));
  const { user, confirmed } = open([row(1)]);
  await user.click(await screen.findByRole('button', { name: 'Approve 0' }));
  expect(screen.getByText(/^All of them would be skipped/).getAttribute('role')).toBe('status');
  expect(items('1 will be skipped')).toEqual(['Teacher 1: was already decided']);
  expect(screen.queryByText('Show the email')).toBeNull();
  expect(confirmed()).toEqual([]);
});

test('without a preview the decision can be confirmed, and the preview is asked for again', async () => {
  serve(PREVIEW, (count) =>
    count === 1
      ? problem(500, 'internal_error', 'Something went wrong on our side.')
      : HttpResponse.json({
          ...MAIL,
          skipped: [{ id: 'app-2', code: 'own_application' }],
          by_state: [{ state: 'FL', count: 1 }],
        }),
  );
  const { user, confirmed } = open([row(1), row(2)]);
  expect((await screen.findByRole('alert')).textContent).toContain('Something went wrong');
  await user.click(button('Approve 2'));
  expect(confirmed()).toEqual([['app-1', 'app-2']]);
  await user.click(button('Try again'));
  expect(await screen.findByRole('button', { name: 'Approve 1' })).toBeTruthy();
  expect(screen.queryByRole('alert')).toBeNull();
});
