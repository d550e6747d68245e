/** PKCE (RFC 7636): binds the code of a provider's redirect to the tab that started the sign-in. */
import { bufferToBase64URLString } from '@simplewebauthn/browser';

/** Browsers provide Web Crypto only on https and localhost. */
export const pkceWorks = (): boolean => (crypto.subtle as SubtleCrypto | undefined) !== undefined;

/** Creates 32 random bytes. */
export const createVerifier = (): string =>
  bufferToBase64URLString(crypto.getRandomValues(new Uint8Array(32)).buffer);

/** The challenge for a verifier (method S256). The challenge is sent first. */
export const challengeOf = async (verifier: string): Promise<string> =>
  bufferToBase64URLString(
    await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier)),
  );
