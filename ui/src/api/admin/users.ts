/** What administrators read of accounts and do with them, and the audit log. */
import { call } from '../transport/client';
import { AuditService } from '../generated/services/AuditService';
import { UserAdministrationService } from '../generated/services/UserAdministrationService';

export type { AuditAction, AuditEvent, UserDetail, UserSummary } from '../generated';

export type UserQuery = Parameters<typeof UserAdministrationService.listUsers>[0];
export type AuditQuery = Parameters<typeof AuditService.listAuditEvents>[0];

/** Refused with `invalid_cursor` if the cursor is from another list. */
export const listUsers = (query: UserQuery, signal?: AbortSignal) =>
  call(() => UserAdministrationService.listUsers(query), signal);

export const getUser = (id: string, signal?: AbortSignal) =>
  call(() => UserAdministrationService.getUser({ id }), signal);

type Role = Parameters<typeof UserAdministrationService.grantRole>[0]['role'];

export type UserAct =
  | { readonly is: 'grant' | 'revoke'; readonly role: Role }
  | { readonly is: 'disable' | 'enable' | 'endSessions' | 'removeFactors' };

/** Refused with 403 `reauthentication_required`. A repetition has no further effect. */
export const changeUser = (id: string, act: UserAct, reason: string) =>
  call((): Promise<unknown> => {
    const given = reason === '' ? {} : { reason };
    switch (act.is) {
      case 'grant':
        return UserAdministrationService.grantRole({ id, role: act.role, requestBody: given });
      case 'revoke':
        return UserAdministrationService.revokeRole({ id, role: act.role, ...given });
      case 'disable':
        return UserAdministrationService.disableUser({ id, requestBody: { reason } });
      case 'enable':
        return UserAdministrationService.enableUser({ id, requestBody: given });
      case 'endSessions':
        return UserAdministrationService.endUserSessions({ id });
      case 'removeFactors':
        return UserAdministrationService.removeUserFactors({ id, reason });
    }
  });

/** A repetition with the same key sends one mail. */
export const resendVerification = (id: string, idempotencyKey: string) =>
  call(() => UserAdministrationService.resendUserVerification({ id, idempotencyKey }));

export const listAuditEvents = (query: AuditQuery, signal?: AbortSignal) =>
  call(() => AuditService.listAuditEvents(query), signal);
