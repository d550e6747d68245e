/** The next step of a person with an account, as far as the server knows it. */
import { findNewestApplication } from '../../api/applications';
import { readDraft } from '../../api/draft';
import { nextSteps } from '../../content/membership/next-steps';
import type { Step } from '../../content/membership/visitor-step';
import { isApplicant, type Roles } from '../../session/roles';
import { type Applications, personOf } from './person';

async function readApplications(): Promise<Applications | null> {
  try {
    const [newest, draft] = await Promise.all([findNewestApplication(), readDraft()]);
    return { latest: newest?.status ?? null, hasDraft: draft.updated_at !== null };
  } catch (cause) {
    console.warn('The applications could not be read.', cause);
    return null;
  }
}

export const stepOfAccount = async (roles: Roles): Promise<Step> =>
  nextSteps[personOf(roles, isApplicant(roles) ? await readApplications() : null)];
