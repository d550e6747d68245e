/** How the desk names and marks an application. */
import type { ApplicationSummary } from '../../api/review/applications';
import { admin } from '../../content/membership/admin';

export const statusTones = { pending: 'waiting', approved: 'good', rejected: 'bad' } as const;

export const nameOf = ({
  first_name,
  last_name,
}: Pick<ApplicationSummary, 'first_name' | 'last_name'>) =>
  first_name === null ? admin.deletedAccount : `${first_name} ${last_name}`;

/** Another one than `nameOf` for an administrator who reads without names. */
export type NameOf = (application: ApplicationSummary) => string;

/** Gets the focus after a decision, which removes the other buttons in the row. */
export const viewButtonId = (id: string) => `view-${id}`;
