/** The second factors of the signed-in user. */
import { call } from './transport/client';
import type { EnrolledApp, EnrolledPasskey, Factor, VerifyFactorRequest } from './generated';
import { FactorsService } from './generated/services/FactorsService';
import type { Credential } from './sessions';
import { SessionsService } from './generated/services/SessionsService';

export type { EnrolledApp, EnrolledPasskey, Factor };

export const listFactors = (signal?: AbortSignal) =>
  call(() => FactorsService.listFactors(), signal);

/** `verifyFactor` activates the factor. Only this response contains the secret. */
export async function enrolApp(): Promise<EnrolledApp> {
  const requestBody = { factor_type: 'totp' } as const;
  const enrolled = await call(() => FactorsService.enrolFactor({ requestBody }));
  if ('options' in enrolled) throw new TypeError('expected an app, received a passkey');
  return enrolled;
}

/** `verifyPasskey` activates the passkey. */
export async function enrolPasskey(name: string): Promise<EnrolledPasskey> {
  const requestBody = { factor_type: 'passkey', friendly_name: name } as const;
  const enrolled = await call(() => FactorsService.enrolFactor({ requestBody }));
  if (!('options' in enrolled)) throw new TypeError('expected a passkey, received an app');
  return enrolled;
}

/** Resolves to ten recovery codes for the first factor, and otherwise to null. */
const verify = async (id: string, requestBody: VerifyFactorRequest) =>
  (await call(() => FactorsService.verifyFactor({ id, requestBody }))).recovery_codes;

/** Refused with 401 `credential_invalid`. */
export const verifyPasskey = ({ id, challenge_id }: EnrolledPasskey, credential: Credential) =>
  verify(id, { challenge_id, credential });

/** Refused with 401 `code_invalid`. */
export async function verifyFactor(id: string, code: string): Promise<string[] | null> {
  const challenge = await call(() => FactorsService.challengeFactor({ id }));
  return verify(id, { challenge_id: challenge.id, code });
}

export const renameFactor = (id: string, friendlyName: string) =>
  call(() => FactorsService.renameFactor({ id, requestBody: { friendly_name: friendlyName } }));

export const removeFactor = (id: string) => call(() => FactorsService.removeFactor({ id }));

/** Invalidates the earlier codes. */
export const createRecoveryCodes = async () =>
  (await call(() => FactorsService.createRecoveryCodes())).recovery_codes;

/** Valid for ten minutes. Without it, the changes above are refused with 403 `reauthentication_required`. */
export const reauthenticate = (password: string) =>
  call(() => SessionsService.reauthenticateSession({ requestBody: { password } }));
