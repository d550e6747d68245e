/** Updates the cached lists after an act on several applications. */
import type { QueryClient } from '@tanstack/react-query';
import { type ApplicationStatus, listApplications } from '../../../api/review/applications';
import { refetchApplication, setCounts, setStatus } from '../review-cache';

export function refreshRows(
  cache: QueryClient,
  ids: readonly string[],
  status: ApplicationStatus,
): void {
  for (const id of ids) {
    setStatus(cache, id, status);
    refetchApplication(cache, id, status);
  }
}

/** The live events correct the counts if this fails. */
export async function setCountsFromServer(cache: QueryClient): Promise<void> {
  try {
    const { counts } = await listApplications({ limit: 1, sort: 'submitted_at', order: 'desc' });
    setCounts(cache, counts);
  } catch (cause) {
    console.warn('The numbers of applications could not be read.', cause);
  }
}
