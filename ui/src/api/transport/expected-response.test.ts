import { http, HttpResponse, type JsonBodyType } from 'msw';
import { expect, test } from 'vitest';
import { problems } from '../../content/site/problems';
import { currentUser, draft, server, serveApi, sessionView } from '../../../test/api/mock-api';
import { choosePassword, signUp } from '../accounts';
import { isExpected } from './client';
import { saveDraft } from '../applications';
import { deleteNote } from '../review/applications';
import { createSession, getCurrentUser } from '../sessions';

serveApi();

const page = '<!doctype html><title>Sign in to the hotel</title>';
const blocked = { code: 'intercepted', message: problems.intercepted, fault: { kind: 'network' } };
const form = { email: 'a@b.example', password: 'x', first_name: 'A', last_name: 'B' };
const calls = {
  'signing up': () => signUp(form),
  'signing in': () => createSession('a@b.example', 'x'),
  'saving a draft': () => saveDraft({ fields: {}, step: 1 }, ['none']),
  'deleting a note': () => deleteNote('application', 'note', 'version'),
  'choosing a password': () => choosePassword('grant', 'x'),
  'reading the profile': () => getCurrentUser(),
};

test.each(Object.entries(calls))(
  'an HTML page and foreign JSON with 200 are refused for %s',
  async (_, call) => {
    for (const answer of [() => HttpResponse.html(page), () => HttpResponse.json({ error: 'x' })]) {
      server.use(http.all('/api/*', answer));
      await expect(call()).rejects.toMatchObject(blocked);
    }
  },
);

test('an incomplete response is refused', async () => {
  const headers = { 'Content-Type': 'application/json' };
  const half = JSON.stringify(currentUser([])).slice(0, 40);
  server.use(http.get('/api/users/me', () => new HttpResponse(half, { headers })));
  await expect(getCurrentUser()).rejects.toMatchObject(blocked);
});

test.each([403, 407])('an HTML page with %i is reported as intercepted', async (status) => {
  server.use(http.get('/api/users/me', () => HttpResponse.html(page, { status })));
  await expect(getCurrentUser()).rejects.toMatchObject({ status, message: problems.intercepted });
});

const accepts = (operation: string, status: number, body: JsonBodyType | undefined) =>
  isExpected(operation, { status, type: 'application/json; charset=utf-8', body });

test('responses from the server are accepted, even with unknown members', () => {
  expect(accepts('POST /auth/sessions', 201, { ...sessionView(), later: 1 })).toBe(true);
  expect(accepts('GET /applications/draft', 200, draft())).toBe(true);
  expect(accepts('DELETE /applications/draft', 204, undefined)).toBe(true);
  expect(accepts('GET /later', 200, {})).toBe(true);
});

test.each([
  ['a missing member', { ...sessionView(), refresh_token: undefined }],
  ['a member of another type', { ...sessionView(), expires_in: '900' }],
  ['a null', { ...sessionView(), user: null }],
  ['a member of a member', { ...sessionView(), user: { id: 'u' } }],
  ['an item of a list', { ...sessionView(), amr: ['password'] }],
  ['an object in place of a list', { ...sessionView(), amr: {} }],
])('a session is refused if it has %s', (_, body) => {
  expect(accepts('POST /auth/sessions', 201, body as JsonBodyType)).toBe(false);
});

test('a response must have its documented status', () => {
  expect(accepts('POST /auth/sessions', 200, sessionView())).toBe(false);
  expect(accepts('DELETE /applications/draft', 200, undefined)).toBe(false);
});

test('a response with one of several shapes is accepted', () => {
  const body = { purpose: 'verify_email', verified: true, email: 'ana@school.example' };
  expect(accepts('POST /auth/verifications', 200, body)).toBe(true);
  expect(accepts('POST /auth/verifications', 200, { purpose: 'other' })).toBe(false);
});
