/** Mocks the verification of mailed links and codes, and the new password after it. */
import { HttpResponse } from 'msw';
import { noContent, serve } from './mock-api';

export const verified = () =>
  HttpResponse.json({ purpose: 'verify_email', verified: true, email: 'ada@example.com' });
export const granted = (purpose: 'recovery' | 'verify_email' | 'restore_email' = 'recovery') =>
  HttpResponse.json({
    purpose,
    verified: true,
    ...(purpose === 'verify_email' && { email: 'ada@example.com' }),
    recovery_token: 'grant',
    expires_in: 600,
  });

/**
 * Answers requests with a new password, by default with 204. Returns the authorization and the body of each request.
 */
export function serveNewPassword(answer: (count: number) => Response = noContent) {
  const requests: unknown[] = [];
  serve('put /api/auth/recovery/password', async (count, { request }) => {
    requests.push([request.headers.get('Authorization'), await request.json()]);
    return answer(count);
  });
  return requests;
}
