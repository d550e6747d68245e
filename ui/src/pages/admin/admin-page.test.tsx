/** Tests access, tabs, and the list with its filters, paging and decisions on /admin. */
import { act, screen, waitFor } from '@testing-library/react';
import { delay, HttpResponse } from 'msw';
import { describe, expect, test, vi } from 'vitest';
import { applicationList, currentUser, problem, serve } from '../../../test/api/mock-api';
import { expectAccessible } from '../../../test/screens/axe';
import { signedInAs, storeSession, withRealSession } from '../../../test/api/real-session';
import { open, review, withReview } from '../../../test/api/review-server';
import { sessionStore } from '../../session/browser-session';

const button = (name: string) => screen.findByRole<HTMLButtonElement>('button', { name });
const approve = () => button('Approve Teacher 1’s application');

describe('access', () => {
  withRealSession();

  test.each(['applicant', 'member', 'moderator', 'partner'] as const)(
    'a %s is denied',
    async (role) => {
      await signedInAs(role);
      open();
      expect(await screen.findByRole('heading', { name: 'Access Denied' })).toBeTruthy();
      expect(screen.getByText('You’re signed in as ada@example.com.')).toBeTruthy();
      expect(screen.getByRole('link').getAttribute('href')).toBe('/');
    },
  );
  test('an administrator without the required second factor gets a link to its set-up', async () => {
    await signedInAs('admin');
    const lacking = { ...currentUser(['admin']), second_factor_required: true };
    serve('get /api/users/me', () => HttpResponse.json(lacking));
    await sessionStore.readProfile();
    open();
    expect(await screen.findByRole('heading', { level: 1, name: 'One more step' })).toBeTruthy();
    const link = screen.getByRole('link', { name: 'Set it up' });
    expect(link.getAttribute('href')).toBe('/account#two-step');
  });
  test('no user is denied before the roles are known', async () => {
    serve('get /api/users/me', () => delay('infinite'));
    storeSession();
    void sessionStore.restore();
    open();
    expect(await screen.findByText('Checking your access')).toBeTruthy();
    expect(screen.queryByText('Access Denied')).toBeNull();
  });
});

describe('the dashboard', () => {
  withReview();

  test('has four tabs, three of which are coming soon, and opens the one in the URL', async () => {
    review.added = -60;
    const { user, router } = open('/admin?tab=forums');
    expect(screen.getByRole('tab', { name: 'Forums' }).getAttribute('aria-selected')).toBe('true');
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Admin Dashboard');
    const names = screen.getAllByRole('tab').map((tab) => tab.textContent);
    expect(names).toEqual(['Applications', 'Users', 'Forums', 'Email Templates']);
    for (const [name, words, command] of [
      ['Users', 'User management coming soon', ['educators-forum users']],
      ['Forums', 'Forum management coming soon', []],
      [
        'Email Templates',
        'Email template management coming soon',
        ['educators-forum mail template'],
      ],
    ] as const) {
      await user.click(screen.getByRole('tab', { name }));
      expect(screen.getByText(words)).toBeTruthy();
      const codes = screen.getByRole('tabpanel').querySelectorAll('code');
      expect([...codes].map(({ textContent }) => textContent)).toEqual(command);
    }
    expect(router.state.location.search).toBe('?tab=templates');
    await user.click(screen.getByRole('tab', { name: 'Applications' }));
    expect(await screen.findByText(/No applications yet/)).toBeTruthy();
  });

  test('a failed load shows a toast and a retry button', async () => {
    vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    let fails = true;
    serve('get /api/admin/applications', () =>
      fails ? problem(500, 'internal_error', 'Broken.') : undefined,
    );
    const { user } = open();
    expect(await screen.findByText('Error')).toBeTruthy();
    expect(screen.getAllByText('Failed to fetch applications')).toHaveLength(2);
    fails = false;
    await user.click(await button('Retry'));
    await approve();
    expect(screen.queryByRole('button', { name: 'Retry' })).toBeNull();
  });

  test('an unknown application is explained', async () => {
    vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    serve('get /api/admin/applications/nothing', () => problem(404, 'not_found', 'Not found.'));
    open('/admin?application=nothing');
    expect((await screen.findByRole('alert')).textContent).toBe('This application doesn’t exist.');
  });
});

/** The queries of the requests for the numbers by state. */
function serveStates(): string[] {
  const asked: string[] = [];
  serve('get /api/admin/applications/states', (_, { request }) => {
    asked.push(new URL(request.url).search);
    const none = { pending: 0, approved: 0, rejected: 0, team_yes: 0 };
    const items = [
      {
        ...none,
        state: 'TX',
        state_name: 'Texas',
        pending: 1190,
        approved: 9,
        rejected: 1,
        team_yes: 4,
      },
      { ...none, state: 'OH', state_name: 'Ohio', pending: 7 },
      { ...none, state: null, state_name: null, approved: 3 },
    ];
    return HttpResponse.json({ items, next_cursor: null, is_exact: true });
  });
  return asked;
}

describe('search, filter and pages', () => {
  withReview();

  test.each([
    'q=ada&status=pending&state=TX&subject=math&from=2026-02-01&to=2026-02-28&notes=without&sort=name',
    'state=TX,OH,Other+places&region=south,west&mark=none&team=divided&changes=made&sort=marks',
  ])('of the list are those of the export: %s', async (filter) => {
    const exported: URLSearchParams[] = [];
    serve('get /api/admin/applications/export', (_, { request }) => {
      exported.push(new URL(request.url).searchParams);
      return HttpResponse.error();
    });
    const { user } = open(`/admin?${filter}`);
    await approve();
    await user.click(screen.getByRole('button', { name: /^Export \d/ }));
    await user.click(screen.getByRole('button', { name: 'CSV' }));
    await waitFor(() => expect(exported).toHaveLength(1));
    const listed = new URLSearchParams(review.searches[0]);
    listed.delete('limit');
    listed.set('bom', 'true');
    const sorted = (params: Iterable<string[]>) => [...params].map(String).toSorted();
    expect(sorted(exported[0] ?? [])).toEqual(sorted(listed));
  });

  test('by places and by notes are in the URL, the list and the numbers by state', async () => {
    const asked = serveStates();
    const { user, router } = open('/admin?subject=math');
    await user.click(await button('By state'));
    const others = () => button('Other places 3: 3 approved, 0 wanted by the team');
    await button('Texas 1,200: 9 approved, 4 wanted by the team');
    await user.click(await others());
    await user.click(await button('South 1,200: 9 approved, 4 wanted by the team'));
    const search = () => router.state.location.search;
    await waitFor(() =>
      expect(search()).toBe('?subject=math&places=list&state=Other+places&region=south'),
    );
    await waitFor(() => expect(review.searches.at(-1)).toContain('region=south&other_places=true'));
    await user.click(await others());
    await user.click(await button('Remove Region: South'));
    await user.click(await button('Filters (1)'));
    await user.selectOptions(screen.getByLabelText('Notes'), 'With notes');
    await waitFor(() => expect(search()).toBe('?subject=math&places=list&notes=with'));
    await waitFor(() => expect(review.searches.at(-1)).toContain('has_notes=true'));
    await waitFor(() =>
      expect(new Set(asked)).toEqual(new Set(['?subject=math', '?subject=math&has_notes=true'])),
    );
  });

  test('a conflict, a refusal and a lost connection keep the target that was typed', async () => {
    const stored = { target: 30, version: 'version-1', approved: 12, team_yes: 9 };
    serve('get /api/admin/selection', (_, { request }) => {
      const isWithin = new URL(request.url).searchParams.has('submitted_after');
      return HttpResponse.json({ ...stored, ...(isWithin && { approved: 2, team_yes: 5 }) });
    });
    const versions: (string | null)[] = [];
    const sent = serve('put /api/admin/selection', (count, { request }) => {
      versions.push(request.headers.get('If-Match'));
      if (count === 1) return problem(412, 'version_conflict', 'Changed.');
      if (count === 2) return HttpResponse.error();
      Object.assign(stored, { target: 40, version: 'version-3' });
      return HttpResponse.json(stored);
    });
    const { user } = open();
    await user.click(await button('Change target'));
    const field = screen.getByLabelText<HTMLInputElement>('Target');
    const save = () => button('Save');
    expect([field.value, document.activeElement]).toEqual(['30', field]);
    await user.type(field, '40.5{Enter}');
    await screen.findByText('Enter a whole number from 1 to 100,000.');
    await user.clear(field);
    await user.type(field, '40');
    Object.assign(stored, { target: 35, version: 'version-2' });
    await user.click(await save());
    await screen.findByText(/has set the target to 35 in the meantime/);
    await screen.findByText('Chosen 12 of 35');
    await user.click(await save());
    await screen.findByText(/^We couldn’t reach the server/);
    expect(field.value).toBe('40');
    await user.click(await save());
    await screen.findByText('12 approved, 9 more wanted by the team, 19 to go');
    expect(document.activeElement).toBe(await button('Change target'));
    expect([sent, versions]).toEqual([
      [{ target: 40 }, { target: 40 }, { target: 40 }],
      ['"version-1"', '"version-2"', '"version-2"'],
    ]);
    await expectAccessible();
    await user.click(await button('Filters'));
    await user.type(screen.getByLabelText('Submitted on or after'), '2026-09-01');
    await screen.findByText(/^2 approved, 5 more .*33 to go \(submitted within the dates/);
  });

  test('show an estimated total as a minimum', async () => {
    serve('get /api/admin/applications', () =>
      HttpResponse.json(
        applicationList([review.row(1)], {
          total: 1000,
          total_is_exact: false,
          next_cursor: 'more',
        }),
      ),
    );
    open('/admin?q=a');
    expect(await screen.findByText('Showing 1–1 of more than 1,000 applications')).toBeTruthy();
    await button('Export more than 1,000 applications');
  });

  test('an invalid cursor leads to the first page without an error', async () => {
    serve('get /api/admin/applications', (_, { request }) =>
      new URL(request.url).searchParams.has('cursor')
        ? problem(422, 'invalid_cursor', 'This cursor is not of this list.')
        : undefined,
    );
    const { router } = open('/admin?cursor=old&at=26-60');
    expect(await screen.findByText(/here is the first one/)).toBeTruthy();
    await waitFor(() => expect(router.state.location.search).toBe(''));
    await approve();
    expect(screen.queryByText('Failed to fetch applications')).toBeNull();
  });
});

describe('deciding', () => {
  withReview();

  test('two presses decide once, and a final decision offers no undo', async () => {
    open();
    const reject = await button('Reject Teacher 1’s application');
    act(() => {
      reject.click();
      reject.click();
    });
    await screen.findByText('Application rejected successfully');
    expect(review.decisions).toEqual([['app-1', { decision: 'rejected', version: 1 }]]);
    const acts = { name: /^(?:(?:Approve|Reject) Teacher 1’s|Undo)/ };
    expect(screen.queryByRole('button', acts)).toBeNull();
    for (const name of ['Total 60', 'Pending 59', 'Rejected 1'])
      expect(screen.getByRole('radio', { name })).toBeTruthy();
    expect(document.activeElement).toBe(await button('View Teacher 1’s application'));
  });

  test("another administrator's earlier decision shows a toast and updates the row", async () => {
    const { user } = open();
    await approve();
    review.statuses.set('app-1', 'rejected');
    await user.click(await approve());
    expect(await screen.findByText(/^Failed to update application. Someone else/)).toBeTruthy();
    expect(await screen.findByText('Rejected', { selector: 'td *' })).toBeTruthy();
    expect(screen.queryByRole('button', { name: /^Approve Teacher 1’s/ })).toBeNull();
  });
});
