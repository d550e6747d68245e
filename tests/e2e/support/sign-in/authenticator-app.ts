// An authenticator app, and setting one up through the API.
import { Secret, TOTP } from 'otpauth';
import { expect, type Page } from '@playwright/test';
import { storedSession } from '../stored-session.js';

const STEP_MS = 30_000;

/** The code that the app shows so many steps from now. The site accepts each once, from one step before to one after. */
export const codeOf = (key: string, steps: number) =>
  new TOTP({ secret: Secret.fromBase32(key.replaceAll(' ', '')) }).generate({
    timestamp: Date.now() + steps * STEP_MS,
  });

/** Sets one up for whoever is signed in on the page. Returns its key, whose present code is used up. */
export async function withApp(page: Page): Promise<string> {
  const stored = await storedSession(page);
  const headers = { Authorization: `Bearer ${stored?.accessToken}` };
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
