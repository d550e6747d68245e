import { expect, test, vi } from 'vitest';
import { fromResponse, messageOf, toProblem, waitInWords } from './errors';

test.each([
  [401, 'authentication_required', 'session-missing'],
  [401, 'token_expired', 'invalid-token'],
  [401, 'session_revoked', 'invalid-token'],
  [401, 'refresh_token_reused', 'invalid-token'],
  [401, 'invalid_credentials', 'invalid-credentials'],
  [502, 'http_502', 'retryable'],
  [503, 'busy', 'retryable'],
  [504, 'http_504', 'retryable'],
  [500, 'internal_error', 'refused'],
  [409, 'application_pending_exists', 'refused'],
  [403, 'email_not_verified', 'refused'],
])('%i %s has the fault %s', (status, code, kind) => {
  expect(fromResponse({ status, body: { code, detail: 'No.' } }).fault.kind).toBe(kind);
});

test('a weak password has only known reasons', () => {
  const body = { code: 'weak_password', detail: 'Too common.', reasons: ['pwned', 'unheard-of'] };
  expect(fromResponse({ status: 422, body }).fault).toEqual({
    kind: 'weak-password',
    reasons: ['pwned'],
  });
});

test.each([
  ['180', 180, 'in about 3 minutes'],
  ['soon', null, 'in a few minutes'],
  ['Sun, 06 Nov 2033 08:49:37 GMT', null, 'in a few minutes'],
  [null, null, 'in a few minutes'],
])(
  'a 429 with Retry-After %s names the time of the next attempt',
  (retryAfter, waitSeconds, words) => {
    const limited = fromResponse({ status: 429, retryAfter, body: '<h1>Too many</h1>' });
    expect(limited.fault).toEqual({ kind: 'limited', waitSeconds });
    expect(limited.message).toBe(`Too many attempts. Please try again ${words}.`);
    expect(messageOf(limited, (wait) => `Later, ${wait}.`)).toBe(`Later, ${words}.`);
  },
);

test("only a rate limit uses the form's own message", () => {
  const busy = fromResponse({ status: 503, body: { code: 'busy', detail: 'Busy.' } });
  expect(messageOf(busy, () => 'Later.')).toBe('Busy.');
});

test.each([
  [null, 'in a few minutes'],
  [0, 'in a minute'],
  [60, 'in a minute'],
  [61, 'in about 2 minutes'],
  [180, 'in about 3 minutes'],
  [3_540, 'in about 59 minutes'],
  [3_541, 'in about an hour'],
  [3_600, 'in about an hour'],
  [3_601, 'in about 2 hours'],
  [86_400, 'in about 24 hours'],
])('%o seconds are "%s"', (seconds, words) => {
  expect(waitInWords(seconds)).toBe(words);
});

test('a bug in the page is reported', () => {
  const onError = vi.fn((event: ErrorEvent) => event.preventDefault());
  window.addEventListener('error', onError);
  const bug = new TypeError("Cannot read properties of undefined (reading 'city')");
  expect(toProblem(bug)).toMatchObject({ fault: { kind: 'refused' }, code: 'unexpected' });
  expect(onError).toHaveBeenCalledOnce();
  expect(onError.mock.calls[0]?.[0].error).toBe(bug);
  window.removeEventListener('error', onError);
});
