/**
 * A way through a provider's page, kept in this tab's session storage until it is finished at /auth/finish. The server's
 * code is worth nothing without the secret that is kept here.
 */
import { authorizeAddress } from '../api/identities';
import { challengeOf, createVerifier } from '../lib/pkce';

const KEY = 'educators-forum.provider-flow';

export type ProviderFlow = {
  readonly verifier: string;
  readonly provider: { readonly name: string; readonly title: string };
  /** Whose account it is to be linked to; null for signing in. */
  readonly linkTo: string | null;
};

/** The browser keeps nothing, so nothing could be finished. */
export class FlowNotKept extends Error {
  override readonly name = 'FlowNotKept';
}

const isFlow = (value: unknown): value is ProviderFlow =>
  typeof value === 'object' &&
  value !== null &&
  'verifier' in value &&
  'provider' in value &&
  'linkTo' in value;

/** Returns the address to go to. The last flow that was begun is the one that can be finished. */
export async function beginFlow(
  { name, title }: ProviderFlow['provider'],
  linkTo: string | null,
): Promise<string> {
  const verifier = createVerifier();
  const challenge = await challengeOf(verifier);
  const flow: ProviderFlow = { verifier, provider: { name, title }, linkTo };
  try {
    sessionStorage.setItem(KEY, JSON.stringify(flow));
  } catch (cause) {
    throw new FlowNotKept('session storage is refused', { cause });
  }
  return authorizeAddress(name, challenge);
}

export function readFlow(): ProviderFlow | null {
  try {
    const flow: unknown = JSON.parse(sessionStorage.getItem(KEY) ?? 'null');
    return isFlow(flow) ? flow : null;
  } catch {
    return null;
  }
}

/** Once the server has answered: neither code nor secret works again. */
export function endFlow(): void {
  try {
    sessionStorage.removeItem(KEY);
  } catch {
    // Nothing can be read from such a storage either.
  }
}
