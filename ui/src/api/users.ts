import { call } from './transport/client';
import type { CurrentUser } from './generated/models/CurrentUser';
import { UserAdministrationService } from './generated/services/UserAdministrationService';
import { UsersService } from './generated/services/UsersService';

export type { CurrentUser };

/** An omitted name stays unchanged. */
export const changeNames = (requestBody: Partial<Pick<CurrentUser, 'first_name' | 'last_name'>>) =>
  call(() => UsersService.updateCurrentUser({ requestBody }));

/** Ends all other sessions. Refused with 401 `invalid_credentials` for a wrong current password. */
export const changePassword = (currentPassword: string, password: string) =>
  call(() =>
    UsersService.changePassword({ requestBody: { current_password: currentPassword, password } }),
  );

/**
 * Takes effect when both addresses are verified. Refused with 401 `invalid_credentials` for a wrong password, or with 403
 * `reauthentication_required` if the account has no password and the last authentication is too old.
 */
export const changeEmail = (email: string, currentPassword?: string) =>
  call(() =>
    UsersService.changeEmail({ requestBody: { email, current_password: currentPassword } }),
  );

/** A ZIP file with all of the user's data. Refused with 403 `reauthentication_required`. */
export const exportAccount = () => call(() => UsersService.exportCurrentUser());

/** Refused like `changeEmail`, or with 409 `last_admin` for the only administrator. */
export const deleteAccount = (currentPassword?: string) =>
  call(() =>
    UsersService.deleteCurrentUser({ requestBody: { current_password: currentPassword } }),
  );

/** The id of the administrator with the oldest enabled account. */
export const firstAdministrator = (signal?: AbortSignal) =>
  call(
    () => UserAdministrationService.listUsers({ role: 'admin', sort: 'created_at', order: 'asc' }),
    signal,
  ).then(({ items }) => items.find((user) => user.disabled_at === null)?.id ?? null);
