/** Mocks the verification of mailed links and codes, and the new password after it. */
import { http, HttpResponse } from 'msw';
import { server } from './mock-api';

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
export function serveNewPassword(
  answer: (count: number) => Response | undefined = () => undefined,
) {
  const requests: unknown[] = [];
  server.use(
    http.put('/api/auth/recovery/password', async ({ request }) => {
      requests.push([request.headers.get('Authorization'), await request.json()]);
      return answer(requests.length) ?? new HttpResponse(null, { status: 204 });
    }),
  );
  return requests;
}
