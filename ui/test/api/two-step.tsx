/** The section 'Two-step sign-in' of /account with mocked factors. */
import { screen, within } from '@testing-library/react';
import { HttpResponse } from 'msw';
import type { Factor } from '../../src/api/factors';
import { open, sheet } from './account-page';
import { created, noContent, problem, serve, sessionView } from './mock-api';
import { signedInAs } from './real-session';

export const TITLE = 'Two-step sign-in';
export const CODES = Array.from({ length: 10 }, (_, index) => `code${index}-fghij`);
export const app: Factor = {
  id: 'factor-1',
  factor_type: 'totp',
  friendly_name: 'Authenticator app',
  status: 'verified',
  created_at: '2026-03-01T10:00:00Z',
  last_used_at: '2026-03-05T10:00:00Z',
};

const expires_at = '2026-03-05T10:05:00Z';
const enrolment = {
  id: 'factor-1',
  secret: 'GEZDGNBVGY3TQOJQ',
  uri: 'otpauth://totp/x?secret=GEZDGNBVGY3TQOJQ',
  qr_svg: '<svg viewBox="0 0 1 1" xmlns="http://www.w3.org/2000/svg"/>',
};
const passkey = {
  id: 'factor-9',
  challenge_id: 'challenge-9',
  expires_at,
  options: {
    rp: { id: 'localhost', name: 'Educators Forum' },
    user: { id: 'dXNlcg', name: 'ada@example.com', displayName: 'Ada' },
    challenge: 'Y2hhbGxlbmdl',
    pubKeyCredParams: [{ type: 'public-key', alg: -7 }],
  },
};

/** Serves factors that can be enrolled, renamed and removed. Returns the requests in order. */
export function serveFactors(...factors: Factor[]): string[] {
  const asked: string[] = [];
  let items = factors;
  const session = sessionView({ aal: 'aal2' });
  serve('post /api/auth/factors', async (_, { request }) => {
    const { factor_type, friendly_name } = (await request.json()) as Record<string, string>;
    asked.push('enrol');
    if (factor_type !== 'passkey') return created(enrolment);
    asked.push(`named ${friendly_name}`);
    return created(passkey);
  });
  serve('post /api/auth/factors/:id/challenges', (_, { params }) => {
    asked.push(`challenge ${String(params['id'])}`);
    return created({ id: 'challenge-1', expires_at, options: null });
  });
  serve('post /api/auth/factors/:id/verifications', async (_, { request }) => {
    const body = (await request.json()) as { code?: string; credential?: { rawId: string } };
    const recovery_codes = items.length === 0 ? CODES : null;
    if (body.credential !== undefined) {
      asked.push(`created ${body.credential.rawId}`);
      items = [...items, { ...app, id: 'factor-9', factor_type: 'passkey', friendly_name: 'Key' }];
      return HttpResponse.json({ ...session, recovery_codes });
    }
    asked.push(`verify ${JSON.stringify(body)}`);
    if (body.code !== '123456') return problem(401, 'code_invalid', 'Not this code.');
    items = [app];
    return HttpResponse.json({ ...session, recovery_codes });
  });
  serve('patch /api/auth/factors/:id', async (_, { request }) => {
    const { friendly_name } = (await request.json()) as { friendly_name: string };
    asked.push(`rename ${friendly_name}`);
    items = items.map((factor) => ({ ...factor, friendly_name }));
    return HttpResponse.json(items[0]);
  });
  serve('delete /api/auth/factors/:id', (_, { params }) => {
    asked.push(`remove ${String(params['id'])}`);
    items = [];
    return noContent();
  });
  serve('get /api/auth/factors', () =>
    HttpResponse.json({
      items,
      next_cursor: null,
      recovery_codes_left: items.length === 0 ? 0 : 10,
    }),
  );
  serve('post /api/auth/factors/recovery-codes', () => created({ recovery_codes: CODES }));
  serve('post /api/auth/sessions/refresh', () => HttpResponse.json(sessionView()));
  return asked;
}

/** Opens the page for a signed-in applicant. */
export async function openTwoStep() {
  await signedInAs('applicant');
  const { user } = open();
  const factors = sheet(TITLE);
  const press = async (name: string) => user.click(await factors.findByRole('button', { name }));
  const inDialog = (name: string | RegExp) => screen.findByRole('dialog', { name });
  /** Presses a button in the section and returns the dialog that it opens. */
  const openDialog = async (name: string, dialog = name) => {
    await press(name);
    return within(await inDialog(dialog));
  };
  return { user, factors, press, inDialog, openDialog };
}
