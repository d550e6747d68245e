/** How the desk names and marks an application. */
import type { ApplicationSummary } from '../../api/review/applications';
import { admin } from '../../content/membership/admin';
import { reading } from '../../content/membership/reading';
import { isBlind } from './blind';

export const statusTones = { pending: 'waiting', approved: 'good', rejected: 'bad' } as const;

/** The end of an id is random, and six digits differ in a season of applications. */
const codeOf = (id: string) => id.slice(-6).toUpperCase();

export function nameOf(one: Pick<ApplicationSummary, 'id' | 'first_name' | 'last_name'>): string {
  if (one.first_name === null) return admin.deletedAccount;
  if (isBlind()) return reading.blind.applicant(codeOf(one.id));
  return `${one.first_name} ${one.last_name}`;
}

/** Gets the focus after a decision, which removes the other buttons in the row. */
export const viewButtonId = (id: string) => `view-${id}`;
