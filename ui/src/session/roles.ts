/** Rules for roles on the screens. The server checks them on every call. */

export type Role = 'admin' | 'member' | 'applicant' | 'moderator' | 'partner';
export type Roles = readonly Role[];

/** Users with these roles do not see the membership prompt. */
const MEMBERSHIP: Roles = ['member', 'admin', 'moderator', 'partner'];

export const hasRole = (roles: Roles, role: Role): boolean => roles.includes(role);
export const isAdmin = (roles: Roles): boolean => hasRole(roles, 'admin');
export const isMember = (roles: Roles): boolean => hasRole(roles, 'member');
export const isApplicant = (roles: Roles): boolean => hasRole(roles, 'applicant');
export const countsAsMember = (roles: Roles): boolean =>
  MEMBERSHIP.some((role) => hasRole(roles, role));
