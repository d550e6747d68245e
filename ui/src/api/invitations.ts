import { UserAdministrationService } from './generated/services/UserAdministrationService';
import { call } from './transport/client';

export type { Invitation } from './generated/models/Invitation';

export const listInvitations = (signal?: AbortSignal) =>
  call(() => UserAdministrationService.listInvitations(), signal);

/** Refused with 403 `reauthentication_required`, or with 409 `conflict` for an administrator's address. */
export const sendInvitation = (email: string) =>
  call(() => UserAdministrationService.sendInvitation({ requestBody: { email } }));

export const withdrawInvitation = (id: string) =>
  call(() => UserAdministrationService.withdrawInvitation({ id }));

/**
 * Refused with `token_invalid`, or because the account lacks what administrators need: `conflict` (a password),
 * `second_factor_required`, `reauthentication_required`.
 */
export const acceptInvitation = (token: string) =>
  call(() => UserAdministrationService.acceptInvitation({ requestBody: { token } }));
