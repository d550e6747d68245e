/** The roles decide what pages show. The server checks them on every call. */

export type Role = 'admin' | 'member' | 'applicant' | 'moderator' | 'partner';
export type Roles = readonly Role[];

/** Users with these roles do not see the membership prompt. */
const MEMBERSHIP: Roles = ['member', 'admin', 'moderator', 'partner'];

export const isAdmin = (roles: Roles): boolean => roles.includes('admin');
export const isMember = (roles: Roles): boolean => roles.includes('member');
export const isApplicant = (roles: Roles): boolean => roles.includes('applicant');
export const countsAsMember = (roles: Roles): boolean =>
  MEMBERSHIP.some((role) => roles.includes(role));
