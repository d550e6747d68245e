// An authenticator app, and its set-up through the API.
import { Secret, TOTP } from 'otpauth';
import type { Page } from '@playwright/test';
import { call } from '../applicants.js';
import { storedToken } from '../stored-session.js';

const STEP_MS = 30_000;

/** The code that the app shows `steps` × 30 s from now. Each is single-use and accepted one step early or late. */
export const codeOf = (key: string, steps: number) =>
  new TOTP({ secret: Secret.fromBase32(key.replaceAll(' ', '')) }).generate({
    timestamp: Date.now() + steps * STEP_MS,
  });

/** Sets up an app for the user signed in on the page. Returns its key; the current code is used up. */
export async function withApp(page: Page): Promise<string> {
  const token = await storedToken(page);
  const post = (path: string, data: object) =>
    call('POST', `/auth/factors${path}`, { token, data });
  const { id, secret = '' } = await post('', { factor_type: 'totp' });
  const { id: challenge_id } = await post(`/${id}/challenges`, {});
  await post(`/${id}/verifications`, { challenge_id, code: codeOf(secret, 0) });
  return secret;
}
