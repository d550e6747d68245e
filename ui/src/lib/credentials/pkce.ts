/** PKCE (RFC 7636): ties what a provider's page leads to to the tab that went there. */
import { bufferToBase64URLString } from '@simplewebauthn/browser';

/** Browsers have Web Crypto on https and on localhost alone. */
export const pkceWorks = (): boolean => (crypto.subtle as SubtleCrypto | undefined) !== undefined;

/** A new secret of this tab: 32 random bytes. */
export const createVerifier = (): string =>
  bufferToBase64URLString(crypto.getRandomValues(new Uint8Array(32)).buffer);

/** What the server is told of the secret at first (method S256). */
export const challengeOf = async (verifier: string): Promise<string> =>
  bufferToBase64URLString(
    await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier)),
  );
