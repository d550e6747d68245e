/** The signed-in person. */
import { call } from './client';
import type { CurrentUser } from './generated/models/CurrentUser';
import { UsersService } from './generated/services/UsersService';

export type { CurrentUser };

export const getCurrentUser = () => call(() => UsersService.getCurrentUser());
