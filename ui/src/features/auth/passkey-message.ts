/** What to show when a passkey did not sign in. */
import { messageOf, toProblem } from '../../api/errors';
import { auth } from '../../content/account/auth';
import { PasskeyError } from '../../lib/passkeys';

const words = auth.passkey;

export function passkeyMessage(cause: unknown): string {
  if (cause instanceof PasskeyError) return words.faults[cause.fault];
  const problem = toProblem(cause);
  return problem.code === 'credential_invalid' ? words.refused : messageOf(problem, words.limited);
}
