// Tests requests for changes in the dialog on /admin, and the comparison of the answers.
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { HttpResponse } from 'msw';
import { beforeEach, describe, expect, test } from 'vitest';
import {
  changeRequest,
  currentUser,
  earlierVersion,
  history,
  listOf,
  problem,
  serve,
} from '../../../test/api/mock-api';
import { openApplication as open, review, withReview } from '../../../test/api/review-server';
import type { ApplicationVersion, ChangeRequest } from '../../api/review/applications';
import { readPersonal } from '../../session/tab-storage/personal-storage';

withReview();

let versions: ApplicationVersion[];
beforeEach(() => {
  sessionStorage.clear();
  versions = [];
  serve('get /api/admin/applications/app-1/versions', () => listOf(...versions));
});

const REQUESTS = '/api/admin/applications/app-1/change-requests';
const asking = () => within(screen.getByRole('dialog', { name: 'Ask for changes' }));
const openAsking = async () => {
  const view = await open();
  await view.user.click(await view.dialog.findByRole('button', { name: /^Ask for changes/ }));
  return view;
};
const message = () => asking().getByLabelText<HTMLTextAreaElement>('Message to the applicant');
const send = () => asking().getByRole('button', { name: 'Send request' });
const box = (name: string) => asking().getByRole<HTMLInputElement>('checkbox', { name });

/** Accepts requests. Returns their keys and bodies. */
function serveRequests(answer: (count: number) => Response | undefined = () => undefined) {
  const sent: { key: string | null; body: unknown }[] = [];
  serve(`post ${REQUESTS}`, async (count, { request }) => {
    const body = (await request.clone().json()) as Partial<ChangeRequest>;
    sent.push({ key: request.headers.get('Idempotency-Key'), body });
    const refusal = answer(count);
    if (refusal !== undefined) return refusal;
    review.detail = { change_request: changeRequest(body) };
    return HttpResponse.json(review.detail.change_request, { status: 201 });
  });
  return sent;
}

describe('asking for changes', () => {
  const professional = ['teaching_experience', 'teaching_position', 'subjects_taught'];

  test.each([
    [
      ['All of Professional Information', 'School District', 'Profile Photo'],
      '4 of 13 selected',
      { fields: [...professional, 'headshot_id'] },
    ],
    [
      ['All of Personal Information', 'None of Personal Information'],
      /^Nothing selected: the applicant can change every/,
      {},
    ],
  ])('after %j %s, and the request names them', async (presses, count, fields) => {
    const sent = serveRequests();
    const { user, dialog } = await openAsking();
    await user.type(message(), ' Please add your years in Ohio. ');
    for (const name of presses)
      await user.click(
        asking().queryByRole('button', { name }) ?? asking().getByRole('checkbox', { name }),
      );
    expect(asking().getByText(count)).toBeTruthy();
    await user.click(send());
    const heading = await dialog.findByRole('heading', { name: 'Changes requested' });
    expect(sent[0]?.body).toEqual({ message: 'Please add your years in Ohio.', ...fields });
    expect(heading.closest('section')?.textContent).toMatch(/on Mar 6, 2026, .+ by Dana Reyes/);
    expect(dialog.queryByRole('button', { name: /^Ask for changes/ })).toBeNull();
  });

  test('shows errors at their fields, and sends neither an empty nor a too long message', async () => {
    const sent = serveRequests(() =>
      problem(422, 'validation_failed', 'Some answers need another look.', {
        errors: [
          { field: '/message', code: 'invalid', detail: 'No control characters.' },
          { field: '/fields/0', code: 'invalid_choice', detail: 'This is no field.' },
        ],
      }),
    );
    const { user } = await openAsking();
    await user.click(send());
    expect(await asking().findByText('Enter a message to the applicant')).toBeTruthy();
    expect(document.activeElement).toBe(message());
    fireEvent.change(message(), { target: { value: '🦉'.repeat(2001) } });
    expect(asking().getByText('Please shorten the message to 2,000 characters.')).toBeTruthy();
    await user.click(send());
    expect(sent).toEqual([]);
    fireEvent.change(message(), { target: { value: '🦉'.repeat(2000) } });
    await user.click(send());
    await asking().findByText('No control characters.');
    expect(message().getAttribute('aria-invalid')).toBe('true');
    const group = asking().getByRole('group', { name: 'Answers to change' });
    const described = group.getAttribute('aria-describedby')?.split(' ') ?? [];
    const texts = described.map((id) => document.getElementById(id)?.textContent);
    expect(texts).toContain('This is no field.');
    expect(screen.queryByText('Some answers need another look.')).toBeNull();
  });

  test('after a failure keeps the text, and the next attempt is the same request', async () => {
    const sent = serveRequests((count) =>
      count <= 3 ? problem(500, 'internal_error', 'Something broke.') : undefined,
    );
    const { user, dialog } = await openAsking();
    await user.type(message(), 'Look again.');
    await user.click(box('City'));
    await user.click(send());
    expect((await asking().findByRole('alert')).textContent).toContain('Something broke.');
    await user.keyboard('{Escape}');
    expect(screen.queryByRole('dialog', { name: 'Ask for changes' })).toBeNull();
    await user.click(dialog.getByRole('button', { name: /^Ask for changes/ }));
    expect([message().value, box('City').checked]).toEqual(['Look again.', true]);
    await user.click(send());
    await waitFor(() => expect(sent).toHaveLength(2));
    expect(new Set(sent.map(({ key }) => key)).size).toBe(1);
    await user.type(message(), ' Twice.');
    await user.click(send());
    await waitFor(() => expect(sent).toHaveLength(3));
    expect(sent[2]?.key).not.toBe(sent[0]?.key);
    await user.click(send());
    await dialog.findByRole('heading', { name: 'Changes requested' });
    expect(readPersonal('change-requests', currentUser(['admin']).id)).toBeNull();
  });

  test('after another decision says so and keeps the text, and the dialog below has no keys before', async () => {
    serveRequests(() => {
      review.detail = { status: 'approved', reviewed_at: '2026-03-07T10:00:00Z' };
      return problem(409, 'application_already_decided', 'This application was already approved.');
    });
    const { user, dialog, router } = await openAsking();
    await user.type(message(), 'Look again.');
    fireEvent.keyDown(send(), { key: 'j' });
    expect(router.state.location.search).toBe('?application=app-1');
    await user.click(send());
    expect((await asking().findByRole('alert')).textContent).toContain(
      'in the meantime, so your request wasn’t sent',
    );
    expect(asking().queryByRole('button', { name: 'Send request' })).toBeNull();
    expect(message().value).toBe('Look again.');
    const close = asking().getAllByRole('button', { name: 'Close' });
    await user.click(close[0] as HTMLElement);
    expect(await dialog.findByText('This application is approved.')).toBeTruthy();
    expect(dialog.queryByRole('button', { name: /^Ask for changes/ })).toBeNull();
    await waitFor(() => expect(document.activeElement?.closest('[role=dialog]')).not.toBeNull());
  });
});

test.each([
  ['is taken back', () => new HttpResponse(null, { status: 204 }), 'The request was canceled.'],
  [
    'that is closed already disappears',
    () => problem(404, 'not_found', 'There is nothing here.'),
    /This request is already closed/,
  ],
  [
    'says why it was not taken back',
    () => problem(500, 'internal_error', 'Something broke.'),
    'Something broke.',
  ],
])('an open request %s', async (_, answer, said) => {
  review.detail = { change_request: changeRequest({ fields: ['city'] }) };
  const histories = serve('get /api/admin/applications/:id/history', () => listOf(...history()));
  const { status } = answer();
  const deletions = serve(`delete ${REQUESTS}/request-1`, () => {
    if (status < 500) review.detail = {};
    return answer();
  });
  const { user, dialog } = await open();
  await user.click(await dialog.findByRole('button', { name: 'Cancel request' }));
  await user.click(await screen.findByRole('button', { name: 'Keep the request' }));
  expect(deletions).toEqual([]);
  await user.click(dialog.getByRole('button', { name: 'Cancel request' }));
  await user.click(await screen.findByRole('button', { name: 'Cancel it' }));
  expect(await screen.findByText(said)).toBeTruthy();
  if (status === 500) return;
  await dialog.findByRole('button', { name: /^Ask for changes/ });
  expect(dialog.queryByRole('heading', { name: 'Changes requested' })).toBeNull();
  await waitFor(() => expect(document.activeElement?.closest('[role=dialog]')).not.toBeNull());
  await waitFor(() => expect(histories).toHaveLength(2));
});

describe('changed answers', () => {
  test('appear after an interruption of the event stream', async () => {
    const { dialog } = await open();
    await dialog.findByRole('button', { name: /^Approve/ });
    review.detail = { version: 2, city: 'New Tampa' };
    versions = [earlierVersion({ fields: { city: 'Old Tampa' } })];
    review.disconnect();
    const found = dialog.findByText('New', { selector: 'ins' }, { timeout: 4_000 });
    expect(await found).toBeTruthy();
  });

  test('of several edits are compared one by one, the newest first and open', async () => {
    review.detail = { version: 3, city: 'Third' };
    const [first, second] = ['2026-03-07T10:00:00Z', '2026-03-09T10:00:00Z'];
    versions = [
      earlierVersion({ number: 1, fields: { city: 'First' }, replaced_at: first }),
      earlierVersion({ number: 2, fields: { city: 'Second' }, replaced_at: second }),
    ];
    const { dialog } = await open();
    const changes = await dialog.findAllByText(/^Changed by the applicant on/);
    const details = changes.map((each) => each.closest('details'));
    expect(details.map((each) => each?.open)).toEqual([true, false]);
    expect(details.map((each) => each?.textContent)).toEqual([
      expect.stringMatching(/Mar 9, 2026.*BeforeSecondNowThird/),
      expect.stringMatching(/Mar 7, 2026.*BeforeFirstAfterSecond/),
    ]);
    expect(screen.queryByText('The applicant changed the answers.')).toBeNull();
  });

  test('that cannot be loaded can be loaded again', async () => {
    review.detail = { version: 2 };
    let fails = true;
    serve('get /api/admin/applications/app-1/versions', () =>
      fails
        ? problem(500, 'internal_error', 'Something broke.')
        : listOf(earlierVersion({ change_request: changeRequest({ fields: ['city'] }) })),
    );
    const { dialog, user } = await open();
    await dialog.findByText('We couldn’t load the earlier answers.');
    fails = false;
    await user.click(dialog.getByRole('button', { name: 'Load the earlier answers' }));
    expect(await dialog.findByText('The answers are the same as before.')).toBeTruthy();
  });
});
