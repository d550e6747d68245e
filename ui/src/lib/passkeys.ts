/** Passkeys in this browser (Web Authentication): creating one, and using one. What the browser says is put in three words. */
import {
  type AuthenticationResponseJSON,
  browserSupportsWebAuthn,
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  type RegistrationResponseJSON,
  startAuthentication,
  startRegistration,
} from '@simplewebauthn/browser';

/** Options as the server sends them. */
type Options = Record<string, unknown>;

/** Why there is no credential: nobody confirmed in time, the passkey exists already, or this device or page has none. */
export type PasskeyFault = 'cancelled' | 'known' | 'impossible';

export class PasskeyError extends Error {
  override readonly name = 'PasskeyError';

  constructor(
    readonly fault: PasskeyFault,
    cause: unknown,
  ) {
    super(fault, { cause });
  }
}

/** A site that is addressed by number has no passkeys: browsers bind them to a name. */
export const passkeysWork = (): boolean =>
  browserSupportsWebAuthn() && /[a-z]/i.test(location.hostname);

const FAULTS: Readonly<Record<string, PasskeyFault>> = {
  AbortError: 'cancelled',
  NotAllowedError: 'cancelled',
  InvalidStateError: 'known',
};

async function asked<T>(ceremony: Promise<T>): Promise<T> {
  try {
    return await ceremony;
  } catch (cause) {
    const name = cause instanceof Error ? cause.name : '';
    throw new PasskeyError(FAULTS[name] ?? 'impossible', cause);
  }
}

export const createPasskey = (options: Options): Promise<RegistrationResponseJSON> =>
  asked(
    startRegistration({
      optionsJSON: options as unknown as PublicKeyCredentialCreationOptionsJSON,
    }),
  );

export const askPasskey = (options: Options): Promise<AuthenticationResponseJSON> =>
  asked(
    startAuthentication({
      optionsJSON: options as unknown as PublicKeyCredentialRequestOptionsJSON,
    }),
  );
