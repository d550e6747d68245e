// An authenticator app, and its set-up through the API.
import { Secret, TOTP } from 'otpauth';
import { expect, type Page } from '@playwright/test';
import { authorization } from '../stored-session.js';

const STEP_MS = 30_000;

/** The code that the app shows `steps` × 30 s from now. Each is single-use and accepted one step early or late. */
export const codeOf = (key: string, steps: number) =>
  new TOTP({ secret: Secret.fromBase32(key.replaceAll(' ', '')) }).generate({
    timestamp: Date.now() + steps * STEP_MS,
  });

/** Sets up an app for the user signed in on the page. Returns its key; the current code is used up. */
export async function withApp(page: Page): Promise<string> {
  const headers = await authorization(page);
  const post = async (path: string, data: object) => {
    const answer = await page.request.post(`/api/auth/factors${path}`, { headers, data });
    expect(answer.ok(), await answer.text()).toBe(true);
    return (await answer.json()) as Record<string, string>;
  };
  const { id, secret = '' } = await post('', { factor_type: 'totp' });
  const { id: challenge_id } = await post(`/${id}/challenges`, {});
  await post(`/${id}/verifications`, { challenge_id, code: codeOf(secret, 0) });
  return secret;
}
