/** Who looks at a page, as far as the next step depends on it. Pure. */
import type { MyApplication } from '../../api/applications';
import type { nextSteps } from '../../content/membership/next-steps';
import { countsAsMember, isAdmin, isApplicant, type Roles } from '../../session/roles';

export type Person = keyof typeof nextSteps;

/** What the server knows of an applicant's own applications. */
export interface Applications {
  /** The status of the newest one. */
  latest: MyApplication['status'] | null;
  hasDraft: boolean;
}

/** `applications` is null where they could not be read. */
export function personOf(roles: Roles, applications: Applications | null): Person {
  if (isAdmin(roles)) return 'admin';
  if (countsAsMember(roles)) return 'member';
  if (!isApplicant(roles)) return 'no-role';
  if (applications === null) return 'unread-applicant';
  if (applications.latest === 'pending') return 'pending';
  if (applications.hasDraft) return 'drafting';
  return applications.latest === 'rejected' ? 'rejected' : 'applicant';
}
