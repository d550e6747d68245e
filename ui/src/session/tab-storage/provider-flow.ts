/** A provider sign-in in session storage until /auth/finish completes it. Only the stored secret makes the server's code usable (PKCE). */
import { authorizeAddress, flowNotStored } from '../../api/identities';
import { readTab, removeTab, type StorageKey, writeTab } from '../../lib/browser/browser-storage';
import { challengeOf, createVerifier } from '../../lib/credentials/pkce';

const KEY: StorageKey = 'educators-forum.provider-flow';

export type ProviderFlow = {
  readonly verifier: string;
  readonly provider: { readonly name: string; readonly title: string };
  /** The user to link the identity to; null for a sign-in. */
  readonly linkTo: string | null;
  /** /auth with the address that the sign-in leads back to. */
  readonly signInPath?: string | undefined;
};

const isFlow = (value: unknown): value is ProviderFlow =>
  typeof value === 'object' &&
  value !== null &&
  'verifier' in value &&
  'provider' in value &&
  'linkTo' in value;

/** Returns the URL to open. Rejects if the browser refuses session storage. A new flow replaces an earlier one. */
export async function beginFlow(
  { name, title }: ProviderFlow['provider'],
  linkTo: string | null,
  signInPath?: string,
): Promise<string> {
  const verifier = createVerifier();
  const challenge = await challengeOf(verifier);
  const flow: ProviderFlow = { verifier, provider: { name, title }, linkTo, signInPath };
  if (!writeTab(KEY, JSON.stringify(flow))) throw flowNotStored();
  return authorizeAddress(name, challenge);
}

export function readFlow(): ProviderFlow | null {
  try {
    const flow: unknown = JSON.parse(readTab(KEY) ?? 'null');
    return isFlow(flow) ? flow : null;
  } catch {
    return null;
  }
}

/** Called after the response, because the code and the secret are single-use. */
export const endFlow = (): void => removeTab(KEY);
