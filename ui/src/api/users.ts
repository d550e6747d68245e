/** The signed-in person and their account. */
import { call } from './transport/client';
import type { CurrentUser } from './generated/models/CurrentUser';
import { UsersService } from './generated/services/UsersService';

export type { CurrentUser };

export const getCurrentUser = () => call(() => UsersService.getCurrentUser());

/** A name that is left out stays as it is. */
export const changeNames = (requestBody: Partial<Pick<CurrentUser, 'first_name' | 'last_name'>>) =>
  call(() => UsersService.updateCurrentUser({ requestBody }));

/** Ends all other sessions. A wrong current password is refused with 401 `invalid_credentials`. */
export const changePassword = (currentPassword: string, password: string) =>
  call(() =>
    UsersService.changePassword({ requestBody: { current_password: currentPassword, password } }),
  );

/**
 * Takes effect once both addresses have confirmed. A wrong password is refused with 401 `invalid_credentials`, none in a
 * session that is not fresh with 403 `reauthentication_required`.
 */
export const changeEmail = (email: string, currentPassword?: string) =>
  call(() =>
    UsersService.changeEmail({ requestBody: { email, current_password: currentPassword } }),
  );

/** A ZIP file with everything that the site holds of the person. Refused with 403 `reauthentication_required`. */
export const exportAccount = () => call(() => UsersService.exportCurrentUser());

/**
 * Refused with 401 `invalid_credentials`, with 403 `reauthentication_required` without a password in a session that is not
 * fresh, and with 409 `last_admin` for the only administrator.
 */
export const deleteAccount = (currentPassword?: string) =>
  call(() =>
    UsersService.deleteCurrentUser({ requestBody: { current_password: currentPassword } }),
  );
