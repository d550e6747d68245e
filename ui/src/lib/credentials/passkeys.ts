/** Creating and using passkeys (Web Authentication). The browser's errors are mapped to three faults. */
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

/** Options in the server's format. */
type Options = Record<string, unknown>;

/** The user cancelled or did not confirm in time, the device already has the passkey, or passkeys do not work here. */
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

/** False on a site with an IP address, because browsers bind passkeys to a host name. */
export const passkeysWork = (): boolean =>
  browserSupportsWebAuthn() && /[a-z]/i.test(location.hostname);

const FAULTS: Readonly<Record<string, PasskeyFault>> = {
  AbortError: 'cancelled',
  NotAllowedError: 'cancelled',
  InvalidStateError: 'known',
};

async function mapFaults<T>(ceremony: Promise<T>): Promise<T> {
  try {
    return await ceremony;
  } catch (cause) {
    const name = cause instanceof Error ? cause.name : '';
    throw new PasskeyError(FAULTS[name] ?? 'impossible', cause);
  }
}

export const createPasskey = (options: Options): Promise<RegistrationResponseJSON> =>
  mapFaults(
    startRegistration({
      optionsJSON: options as unknown as PublicKeyCredentialCreationOptionsJSON,
    }),
  );

/** With autofill, resolves when the user chooses an autofilled passkey. */
export const askPasskey = (
  options: Options,
  useBrowserAutofill = false,
): Promise<AuthenticationResponseJSON> =>
  mapFaults(
    startAuthentication({
      optionsJSON: options as unknown as PublicKeyCredentialRequestOptionsJSON,
      useBrowserAutofill,
    }),
  );

/** Whether the browser offers passkeys as autofill at a field whose `autocomplete` ends with `webauthn`. */
export const passkeysFillIn = (): Promise<boolean> => browserSupportsWebAuthnAutofill();

/** Ends a pending request or autofill. */
export const stopAskingPasskey = (): void => WebAuthnAbortService.cancelCeremony();
