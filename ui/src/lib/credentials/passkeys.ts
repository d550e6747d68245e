/** Passkeys in this browser (Web Authentication): creating one, and using one. What the browser says is put in three words. */
import {
  type AuthenticationResponseJSON,
  browserSupportsWebAuthn,
  browserSupportsWebAuthnAutofill,
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  type RegistrationResponseJSON,
  startAuthentication,
  startRegistration,
  WebAuthnAbortService,
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

const authenticate = (options: Options, useBrowserAutofill: boolean) =>
  asked(
    startAuthentication({
      optionsJSON: options as unknown as PublicKeyCredentialRequestOptionsJSON,
      useBrowserAutofill,
    }),
  );

export const askPasskey = (options: Options): Promise<AuthenticationResponseJSON> =>
  authenticate(options, false);

/** Whether the browser offers passkeys among what it fills in, at a field that ends its `autocomplete` with `webauthn`. */
export const passkeysFillIn = (): Promise<boolean> => browserSupportsWebAuthnAutofill();

/** Waits until one is chosen there. */
export const filledInPasskey = (options: Options): Promise<AuthenticationResponseJSON> =>
  authenticate(options, true);

/** Ends what is being asked or offered. */
export const stopAskingPasskey = (): void => WebAuthnAbortService.cancelCeremony();
