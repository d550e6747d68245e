/** A substitute for Web Authentication, which jsdom lacks. */
import { afterEach, vi } from 'vitest';

const bytes = (text: string) => new TextEncoder().encode(text).buffer;

/** The result of a credential request: a credential, or an error of this name. */
type Ending = 'confirmed' | 'NotAllowedError' | 'NotSupportedError';

/** Passkey autofill. `choose` selects the passkey. `isOffered` is false after an abort. */
export class Autofill {
  isOffered = false;
  choose: () => void = () => undefined;
  offered(signal: AbortSignal | undefined): Promise<Credential> {
    this.isOffered = true;
    return new Promise((resolve, reject) => {
      this.choose = () => resolve(new Credential());
      signal?.addEventListener('abort', () => {
        this.isOffered = false;
        reject(new DOMException('over', 'AbortError'));
      });
    });
  }
}

class Credential {
  readonly id = 'a2V5';
  readonly rawId = bytes('key');
  readonly type = 'public-key';
  readonly authenticatorAttachment = 'platform';
  readonly response = {
    clientDataJSON: bytes('{}'),
    attestationObject: bytes('attestation'),
    authenticatorData: bytes('data'),
    signature: bytes('signature'),
    userHandle: bytes('user'),
    getTransports: () => ['internal'],
  };
  getClientExtensionResults = () => ({});
}

/** Installs passkey support in this test's browser. Returns the options of each request in order. */
export function browserWithPasskeys(ending: Ending = 'confirmed', autofill?: Autofill) {
  const asked: unknown[] = [];
  const ask = async (options: CredentialRequestOptions = {}) => {
    if (options.mediation === 'conditional') return autofill?.offered(options.signal);
    asked.push(options.publicKey);
    if (ending !== 'confirmed') throw new DOMException('refused', ending);
    return new Credential();
  };
  class FillingIn extends Credential {
    static readonly isConditionalMediationAvailable = async () => true;
  }
  vi.stubGlobal('PublicKeyCredential', autofill === undefined ? Credential : FillingIn);
  Object.defineProperty(navigator, 'credentials', {
    configurable: true,
    value: { create: ask, get: ask },
  });
  return asked;
}

/** Removes passkey support after each test in the file. */
export function withoutPasskeys(): void {
  afterEach(() => {
    vi.unstubAllGlobals();
    Reflect.deleteProperty(navigator, 'credentials');
  });
}

/** The browser's response in the format of the API. */
export const assertion = {
  id: 'a2V5',
  rawId: 'a2V5',
  type: 'public-key',
  authenticatorAttachment: 'platform',
  clientExtensionResults: {},
  response: {
    authenticatorData: 'ZGF0YQ',
    clientDataJSON: 'e30',
    signature: 'c2lnbmF0dXJl',
    userHandle: 'dXNlcg',
  },
};
