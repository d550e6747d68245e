/** A request that the administrator is writing. It survives closing the dialog and a reload. */
import { changeableIn, type ChangeableName } from '../../../content/membership/change-requests';
import {
  clearPersonal,
  readPersonal,
  writePersonal,
} from '../../../session/tab-storage/personal-storage';

export type TypedRequest = {
  readonly message: string;
  readonly fields: readonly ChangeableName[];
  /** The idempotency key, which is sent again with the same text. */
  readonly key: string;
};

const nameOf = (applicationId: string) => `change-request.${applicationId}`;

export const newRequest = (message: string, fields: readonly ChangeableName[]): TypedRequest => ({
  message,
  fields,
  key: crypto.randomUUID(),
});

export function readTyped(userId: string, applicationId: string): TypedRequest {
  const stored = readPersonal(nameOf(applicationId), userId) as Partial<TypedRequest> | null;
  const { message, fields, key } = stored ?? {};
  if (typeof message !== 'string' || !Array.isArray(fields) || typeof key !== 'string') {
    return newRequest('', []);
  }
  return { message, fields: changeableIn(fields), key };
}

export function keepTyped(userId: string, applicationId: string, typed: TypedRequest): void {
  if (typed.message === '' && typed.fields.length === 0) forgetTyped(applicationId);
  else writePersonal(nameOf(applicationId), userId, typed);
}

export const forgetTyped = (applicationId: string): void => clearPersonal(nameOf(applicationId));
