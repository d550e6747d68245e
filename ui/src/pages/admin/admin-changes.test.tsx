// Tests requests for changes in the dialog on /admin, and the comparison of the answers.
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { HttpResponse } from 'msw';
import { beforeEach, describe, expect, test } from 'vitest';
import {
  changeRequest,
  currentUser,
  detail,
  earlierVersion,
  history,
  problem,
  serve,
} from '../../../test/api/mock-api';
import { serveReview } from '../../../test/api/review-server';
import { signedInAs, withRealSession } from '../../../test/api/real-session';
import { expectAccessible } from '../../../test/screens/axe';
import { renderPage } from '../../../test/screens/render-page';
import type { ApplicationDetail } from '../../api/review/applications';
import type { ApplicationVersion, ChangeRequest } from '../../api/review/changes';
import { readPersonal } from '../../session/tab-storage/personal-storage';
import { AdminPage } from './admin-page';

withRealSession();

let review: ReturnType<typeof serveReview>;
/** What the server answers about the application. */
let now: Partial<ApplicationDetail>;
let versions: ApplicationVersion[];
beforeEach(async () => {
  sessionStorage.clear();
  await signedInAs('admin');
  review = serveReview();
  now = {};
  versions = [];
  serve('get /api/applications/:id', (_, { params }) =>
    HttpResponse.json(detail({ id: String(params['id']), note: null, decided_by: null, ...now })),
  );
  serve('get /api/admin/applications/app-1/versions', () =>
    HttpResponse.json({ items: versions, next_cursor: null }),
  );
});

const REQUESTS = '/api/admin/applications/app-1/change-requests';
const open = async () => {
  const view = renderPage(AdminPage, '/admin', '/admin?application=app-1');
  const dialog = within(await screen.findByRole('dialog', { name: /’s application$/ }));
  return { ...view, dialog };
};
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
    now = { change_request: changeRequest(body) };
    return HttpResponse.json(now.change_request, { status: 201 });
  });
  return sent;
}

describe('asking for changes', () => {
  test('sends the message and the chosen answers, and shows the request with the focus on it', async () => {
    const sent = serveRequests();
    const { user, dialog } = await openAsking();
    expect(document.activeElement).toBe(message());
    expect(asking().getByText(/Nothing selected: the applicant can change every/)).toBeTruthy();
    await user.type(message(), ' Please add your years in Ohio. ');
    await user.click(asking().getByRole('button', { name: 'All of Professional Information' }));
    await user.click(box('School District'));
    await user.click(box('Profile Photo'));
    expect(asking().getByText('4 of 13 selected')).toBeTruthy();
    await expectAccessible();
    await user.click(send());
    const heading = await dialog.findByRole('heading', { name: 'Changes requested' });
    await waitFor(() => expect(document.activeElement).toBe(heading));
    expect(screen.queryByRole('dialog', { name: 'Ask for changes' })).toBeNull();
    const [{ body } = {}] = sent;
    expect(body).toEqual({
      message: 'Please add your years in Ohio.',
      fields: ['teaching_experience', 'teaching_position', 'subjects_taught', 'headshot_id'],
    });
    const section = heading.closest('section');
    expect(section?.textContent).toMatch(/on Mar 6, 2026, .+ by Dana Reyes/);
    expect(section?.textContent).toContain('Please add your years in Ohio.');
    const fields = within(section as HTMLElement).getByRole('list');
    expect(fields.textContent).toBe(
      'Teaching ExperienceCurrent Teaching PositionSubjects TaughtProfile Photo',
    );
    expect(dialog.queryByRole('button', { name: /^Ask for changes/ })).toBeNull();
    expect(dialog.getByRole('button', { name: /^Approve/ })).toBeTruthy();
    await expectAccessible();
  });

  test('without a choice asks for all answers', async () => {
    const sent = serveRequests();
    const { user, dialog } = await openAsking();
    await user.type(message(), 'Look again.');
    await user.click(asking().getByRole('button', { name: 'All of Personal Information' }));
    await user.click(asking().getByRole('button', { name: 'None of Personal Information' }));
    await user.click(send());
    await dialog.findByRole('heading', { name: 'Changes requested' });
    expect(sent[0]?.body).toEqual({ message: 'Look again.' });
  });

  test('without a message is refused at the field, and nothing is sent', async () => {
    const sent = serveRequests();
    const { user } = await openAsking();
    await user.click(send());
    expect(await asking().findByText('Enter a message to the applicant')).toBeTruthy();
    expect(document.activeElement).toBe(message());
    fireEvent.change(message(), { target: { value: '🦉'.repeat(2001) } });
    expect(asking().getByText('Please shorten the message to 2,000 characters.')).toBeTruthy();
    await user.click(send());
    expect(sent).toEqual([]);
  });

  test('shows the errors of the server at their fields', async () => {
    serveRequests(() =>
      problem(422, 'validation_failed', 'Some answers need another look.', {
        errors: [
          { field: '/message', code: 'invalid', detail: 'No control characters.' },
          { field: '/fields/0', code: 'invalid_choice', detail: 'This is no field.' },
        ],
      }),
    );
    const { user } = await openAsking();
    await user.type(message(), 'Look again.');
    await user.click(box('City'));
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
    expect(readPersonal('change-request.app-1', currentUser(['admin']).id)).toBeNull();
  });

  test('after another decision says so, keeps the text and shows the decision', async () => {
    serveRequests(() => {
      now = { status: 'approved', reviewed_at: '2026-03-07T10:00:00Z' };
      return problem(409, 'application_already_decided', 'This application was already approved.');
    });
    const { user, dialog } = await openAsking();
    await user.type(message(), 'Look again.');
    await user.click(send());
    expect((await asking().findByRole('alert')).textContent).toContain(
      'in the meantime, so your request wasn’t sent',
    );
    expect(asking().queryByRole('button', { name: 'Send request' })).toBeNull();
    expect(message().value).toBe('Look again.');
    await expectAccessible();
    const close = asking().getAllByRole('button', { name: 'Close' });
    await user.click(close[0] as HTMLElement);
    expect(await dialog.findByText('This application is approved.')).toBeTruthy();
    await waitFor(() => expect(document.activeElement?.closest('[role=dialog]')).not.toBeNull());
  });

  test('is not offered for a decided or an own application', async () => {
    now = { status: 'rejected', reviewed_at: '2026-03-07T10:00:00Z' };
    const first = await open();
    await first.dialog.findByText('This application is rejected.');
    expect(first.dialog.queryByRole('button', { name: /^Ask for changes/ })).toBeNull();
    first.unmount();
    serve('get /api/applications/:id', () => HttpResponse.json(detail({ id: 'app-2' })));
    renderPage(AdminPage, '/admin', '/admin?application=app-2');
    const dialog = within(await screen.findByRole('dialog', { name: /’s application$/ }));
    await dialog.findByRole('button', { name: /^Approve/ });
    expect(dialog.queryByRole('button', { name: /^Ask for changes/ })).toBeNull();
  });

  test('keeps the keys of the dialog below from working', async () => {
    const { router } = await openAsking();
    const cancel = asking().getByRole('button', { name: 'Cancel' });
    fireEvent.keyDown(cancel, { key: 'j' });
    expect(router.state.location.search).toBe('?application=app-1');
    expect(asking()).toBeTruthy();
  });

  test('has the key C, which focuses the button', async () => {
    const { dialog } = await open();
    const button = await dialog.findByRole('button', { name: /^Ask for changes/ });
    fireEvent.keyDown(screen.getByRole('region', { name: 'Application' }), { key: 'c' });
    expect(document.activeElement).toBe(button);
  });
});

describe('an open request', () => {
  beforeEach(() => {
    now = { change_request: changeRequest({ fields: ['city'] }) };
  });
  const takeBack = async () => {
    const view = await open();
    await view.user.click(await view.dialog.findByRole('button', { name: 'Cancel request' }));
    await view.user.click(await screen.findByRole('button', { name: 'Cancel it' }));
    return view;
  };

  test('is taken back after a question', async () => {
    const deletions = serve(`delete ${REQUESTS}/request-1`, () => {
      now = {};
      return new HttpResponse(null, { status: 204 });
    });
    const { user, dialog } = await open();
    await user.click(await dialog.findByRole('button', { name: 'Cancel request' }));
    await user.click(await screen.findByRole('button', { name: 'Keep the request' }));
    expect(deletions).toEqual([]);
    await user.click(dialog.getByRole('button', { name: 'Cancel request' }));
    await expectAccessible();
    await user.click(await screen.findByRole('button', { name: 'Cancel it' }));
    expect(await screen.findByText('The request was canceled.')).toBeTruthy();
    expect(dialog.queryByRole('heading', { name: 'Changes requested' })).toBeNull();
    expect(await dialog.findByRole('button', { name: /^Ask for changes/ })).toBeTruthy();
    await waitFor(() => expect(document.activeElement?.closest('[role=dialog]')).not.toBeNull());
  });

  test('that cannot be taken back stays, with the reason', async () => {
    serve(`delete ${REQUESTS}/request-1`, () => problem(500, 'internal_error', 'Something broke.'));
    await takeBack();
    expect(await screen.findByText('Something broke.')).toBeTruthy();
  });

  test('that was closed already disappears, and the history is loaded again', async () => {
    const histories = serve('get /api/admin/applications/:id/history', () =>
      HttpResponse.json({ items: history(), next_cursor: null }),
    );
    serve(`delete ${REQUESTS}/request-1`, () => {
      now = {};
      return problem(404, 'not_found', 'There is nothing here.');
    });
    const { dialog } = await takeBack();
    expect(await screen.findByText(/This request is already closed/)).toBeTruthy();
    await dialog.findByRole('button', { name: /^Ask for changes/ });
    expect(dialog.queryByRole('heading', { name: 'Changes requested' })).toBeNull();
    await waitFor(() => expect(histories).toHaveLength(2));
  });
});

describe('changed answers', () => {
  test('appear after an interruption of the event stream', async () => {
    const { dialog } = await open();
    await dialog.findByRole('button', { name: /^Approve/ });
    now = { version: 2, city: 'New Tampa' };
    versions = [earlierVersion({ fields: { city: 'Old Tampa' } })];
    review.disconnect();
    const found = dialog.findByText('New', { selector: 'ins' }, { timeout: 4_000 });
    expect(await found).toBeTruthy();
  });

  test('of several edits are compared one by one, the newest first and open', async () => {
    now = { version: 3, city: 'Third' };
    versions = [
      earlierVersion({ number: 1, fields: { city: 'First' }, replaced_at: '2026-03-07T10:00:00Z' }),
      earlierVersion({
        number: 2,
        fields: { city: 'Second' },
        replaced_at: '2026-03-09T10:00:00Z',
      }),
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
    now = { version: 2 };
    let fails = true;
    serve('get /api/admin/applications/app-1/versions', () =>
      fails
        ? problem(500, 'internal_error', 'Something broke.')
        : HttpResponse.json({ items: [earlierVersion()], next_cursor: null }),
    );
    const { dialog, user } = await open();
    await dialog.findByText('We couldn’t load the earlier answers.');
    fails = false;
    await user.click(dialog.getByRole('button', { name: 'Load the earlier answers' }));
    expect(await dialog.findByText('The answers are the same as before.')).toBeTruthy();
  });
});
