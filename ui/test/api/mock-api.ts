// A mock of the API. Call `serveApi()` once in a file, then `server.use(...)` with typed responses.
import { http, HttpResponse, type PathParams } from 'msw';
import { setupServer } from 'msw/node';
import { afterAll, afterEach, beforeAll } from 'vitest';
import type { SavedDraft } from '../../src/api/applications';
import type { Problem } from '../../src/api/errors';
import type { Headshot } from '../../src/api/headshots';
import type {
  ApplicationDetail,
  ApplicationEvent,
  ApplicationPage,
  ApplicationSummary,
  ApplicationVersion,
  ChangeRequest,
} from '../../src/api/review/applications';
import type { SessionView } from '../../src/api/sessions';
import type { CurrentUser } from '../../src/api/users';
import { changeableNames } from '../../src/content/membership/change-requests';
import { exampleApplication } from './example-application';

export function draft(
  { fields = {}, step = 1 }: Partial<SavedDraft> = {},
  version = 'none',
): SavedDraft {
  const updated_at = version === 'none' ? null : '2026-03-05T10:00:00Z';
  return { fields, step, updated_at, version };
}

/** The server's draft. Each test starts without one. */
export const savedDraft: { now: SavedDraft } = { now: draft() };

const drafts = [
  http.get('/api/applications/draft', () => HttpResponse.json(savedDraft.now)),
  http.put('/api/applications/draft', async ({ request }) => {
    const seen = request.headers.get('If-Match')?.split(', ') ?? [];
    if (!seen.includes(`"${savedDraft.now.version}"`))
      return problem(412, 'version_conflict', 'Changed.');
    const body = (await request.json()) as SavedDraft;
    savedDraft.now = draft(body, body.version);
    return HttpResponse.json(savedDraft.now);
  }),
];

const factors = http.get('/api/auth/factors', () =>
  HttpResponse.json({ items: [], next_cursor: null, recovery_codes_left: 0 }),
);

const others = ['/api/auth/providers', '/api/users/me/identities'].map((path) =>
  http.get(path, () => listOf()),
);

/** A list on one page. */
export const pageOf = (items: readonly object[], limit = 50) => ({
  items,
  total: items.length,
  limit,
  offset: 0,
  next_cursor: null,
  prev_cursor: null,
});

const applications = http.get('/api/applications/mine', () => HttpResponse.json(pageOf([])));

export const server = setupServer(...drafts, factors, applications, ...others);

/** An unexpected call fails the test. */
export function serveApi(): void {
  beforeAll(() => server.listen({ onUnhandledRequest: 'error' }));
  afterEach(() => {
    server.resetHandlers();
    savedDraft.now = draft();
  });
  afterAll(() => server.close());
}

type Method = 'get' | 'post' | 'put' | 'patch' | 'delete';
type Answer = Response | undefined | void;
type Call = { request: Request; params: PathParams };

export const noContent = () => new HttpResponse(null, { status: 204 });
export const created = (body: object) => HttpResponse.json(body, { status: 201 });

/** Answers an operation such as `get /api/users/me`, with 204 by default. Returns the JSON bodies of the requests. */
export function serve(
  operation: `${Method} ${string}`,
  answer: (count: number, call: Call) => Answer | Promise<Answer> = noContent,
): unknown[] {
  const [method, path = ''] = operation.split(' ');
  const bodies: unknown[] = [];
  const handle = async ({ request, params }: Call) => {
    const body = request.clone().json();
    bodies.push(await body.catch(() => undefined));
    return answer(bodies.length, { request, params });
  };
  server.use(http[method as Method](path, handle));
  return bodies;
}

/** The response to a request for a list without pages. */
export const listOf = (...items: object[]) => HttpResponse.json({ items, next_cursor: null });

/** The response to a request for a mail, the same for known and unknown addresses. */
export const checkEmail = () => HttpResponse.json({ status: 'check_email' }, { status: 202 });

export function problem(
  status: number,
  code: string,
  detail: string,
  more: Partial<Record<keyof Problem, unknown>> = {},
  headers: Record<string, string> = {},
) {
  // A newer server may send values that the types lack.
  const body: Partial<Record<keyof Problem, unknown>> = {
    type: `/api/problems/${code}`,
    title: 'Refused',
    status,
    detail,
    instance: 'urn:request:test',
    code,
    ...more,
  };
  return HttpResponse.json(body, {
    status,
    headers: { 'Content-Type': 'application/problem+json', ...headers },
  });
}

/** The response to a throttled request, with a retry after three minutes. */
export const tooMany = () =>
  problem(429, 'rate_limited', 'Too many requests.', {}, { 'Retry-After': '180' });

const ID = '018f0000-0000-7000-8000-000000000001';

export const sessionView = (more: Partial<SessionView> = {}): SessionView => ({
  access_token: 'access-1',
  token_type: 'bearer',
  expires_in: 900,
  expires_at: new Date(Date.now() + 900_000).toISOString(),
  refresh_token: 'refresh-1',
  aal: 'aal1',
  amr: [],
  user: {
    id: ID,
    email: 'ada@example.com',
    first_name: 'Ada',
    last_name: 'Lovelace',
    roles: ['applicant'],
    email_verified: true,
  },
  ...more,
});

export const currentUser = (roles: CurrentUser['roles']): CurrentUser => ({
  id: ID,
  email: 'ada@example.com',
  email_verified: true,
  first_name: 'Ada',
  last_name: 'Lovelace',
  roles,
  created_at: '2026-01-01T00:00:00Z',
  second_factor_required: false,
});

export const headshot = (more: Partial<Headshot> = {}): Headshot => ({
  id: '018f0000-0000-7000-8000-000000000009',
  name: 'headshot-1764000000000.jpg',
  headshot_url: `/storage/headshots/${ID}/headshot-1764000000000.jpg`,
  width: 640,
  height: 800,
  bytes: 120_000,
  ...more,
});

export const summary = (more: Partial<ApplicationSummary> = {}): ApplicationSummary => ({
  id: 'app-1',
  first_name: 'Ada',
  last_name: 'Lovelace',
  email: 'ada@example.com',
  teaching_position: exampleApplication.teaching_position,
  city: exampleApplication.city,
  state: exampleApplication.state,
  state_code: 'FL',
  excerpt: exampleApplication.teaching_experience,
  status: 'pending',
  submitted_at: '2026-03-05T10:00:00Z',
  reviewed_at: null,
  changed_at: '2026-03-05T10:00:00Z',
  version: 1,
  changes: null,
  notes: 0,
  marks: { yes: 0, maybe: 0, no: 0, mine: null },
  read_at: null,
  ...more,
});

export const detail = (more: Partial<ApplicationDetail> = {}): ApplicationDetail => ({
  id: 'app-1',
  first_name: 'Ada',
  last_name: 'Lovelace',
  email: 'ada@example.com',
  status: 'pending',
  submitted_at: '2026-03-05T10:00:00Z',
  reviewed_at: null,
  ...exampleApplication,
  user_id: ID,
  headshot_id: null,
  headshot_url: null,
  version: 1,
  change_request: null,
  ...more,
});

/** An open request for every answer. */
export const changeRequest = (more: Partial<ChangeRequest> = {}): ChangeRequest => ({
  id: 'request-1',
  message: 'Please add your years in Ohio.',
  fields: [...changeableNames],
  created_at: '2026-03-06T10:00:00Z',
  requested_by: { id: 'dana', name: 'Dana Reyes' },
  closed_at: null,
  outcome: null,
  ...more,
});

type EarlierVersion = Partial<Omit<ApplicationVersion, 'fields'>> & {
  fields?: Partial<ApplicationVersion['fields']>;
};

/** The first answers, which differ from those of `detail` only in `fields`. */
export const earlierVersion = ({ fields, ...more }: EarlierVersion = {}): ApplicationVersion => ({
  number: 1,
  fields: { ...exampleApplication, headshot_id: null, ...fields },
  headshot_url: null,
  replaced_at: '2026-03-07T10:00:00Z',
  change_request: changeRequest({ closed_at: '2026-03-07T10:00:00Z', outcome: 'resubmitted' }),
  ...more,
});

/** The history of an application with this status. */
export function history(status: ApplicationSummary['status'] = 'pending'): ApplicationEvent[] {
  const submitted: ApplicationEvent = {
    id: 'event-1',
    created_at: '2026-03-05T10:00:00Z',
    actor_id: ID,
    actor_name: 'Ada Lovelace',
    action: 'submitted',
    from_status: null,
    to_status: 'pending',
    change: null,
  };
  const decided: ApplicationEvent = {
    ...submitted,
    id: 'event-2',
    created_at: '2026-03-07T10:00:00Z',
    actor_id: 'dana',
    actor_name: 'Dana Director',
    action: 'decided',
    from_status: 'pending',
    to_status: status,
  };
  return status === 'pending' ? [submitted] : [submitted, decided];
}

export function applicationList(
  items: ApplicationSummary[],
  more: Partial<ApplicationPage> = {},
): ApplicationPage {
  const count = (status: ApplicationSummary['status']) =>
    items.filter((item) => item.status === status).length;
  return {
    items,
    total: items.length,
    total_is_exact: true,
    limit: 25,
    offset: 0,
    next_cursor: null,
    prev_cursor: null,
    counts: {
      total: items.length,
      pending: count('pending'),
      approved: count('approved'),
      rejected: count('rejected'),
    },
    ...more,
  };
}
