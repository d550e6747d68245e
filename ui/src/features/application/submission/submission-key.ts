/** The idempotency key of a submission. Equal answers get the same key, even after a reload. Only their digest is stored. */
import type { SubmitApplicationRequest } from '../../../api/applications';
import {
  readPersonal,
  writePersonal,
  clearPersonal,
} from '../../../session/tab-storage/personal-storage';

const NAME = 'submission';

type Sent = { readonly digest: string; readonly key: string };

const isSent = (value: unknown): value is Sent =>
  typeof value === 'object' && value !== null && 'digest' in value && 'key' in value;

/** Used when storage is refused. */
let last: { readonly userId: string; readonly sent: Sent } | null = null;

/** Browsers provide digests only on https and localhost. Elsewhere the key lasts until a reload. */
const canDigest = () => (crypto.subtle as SubtleCrypto | undefined) !== undefined;

async function digestOf(request: SubmitApplicationRequest): Promise<string> {
  const text = JSON.stringify(request);
  if (!canDigest()) return text;
  const bytes = new TextEncoder().encode(text);
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  return [...digest].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

export async function submissionKey(
  userId: string,
  request: SubmitApplicationRequest,
): Promise<string> {
  const digest = await digestOf(request);
  const stored = readPersonal(NAME, userId);
  const before = isSent(stored) ? stored : last?.userId === userId ? last.sent : null;
  if (before?.digest === digest) return before.key;
  const sent = { digest, key: crypto.randomUUID() };
  last = { userId, sent };
  if (canDigest()) writePersonal(NAME, userId, sent);
  return sent.key;
}

/** After a final response, equal answers are a new application. */
export function forgetSubmissionKey(): void {
  last = null;
  clearPersonal(NAME);
}
