/** The kinds of users that have different next steps. Pure. */
import type { MyApplication } from '../../api/applications';
import type { nextSteps } from '../../content/membership/next-steps';
import { countsAsMember, isAdmin, isApplicant, type Roles } from '../../session/roles';

export type UserKind = keyof typeof nextSteps;

export interface Applications {
  latest: MyApplication['status'] | null;
  hasDraft: boolean;
}

/** `applications` is null where they could not be read. */
export function userKindOf(roles: Roles, applications: Applications | null): UserKind {
  if (isAdmin(roles)) return 'admin';
  if (countsAsMember(roles)) return 'member';
  if (!isApplicant(roles)) return 'no-role';
  if (applications === null) return 'unread-applicant';
  if (applications.latest === 'pending') return 'pending';
  if (applications.hasDraft) return 'drafting';
  return applications.latest === 'rejected' ? 'rejected' : 'applicant';
}
