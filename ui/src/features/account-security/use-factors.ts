/** The second factors of the signed-in person. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { listFactors } from '../../api/factors';
import { profileChanged } from '../../session/read-profile';

const OWN_FACTORS = ['own-factors'] as const;

export function useFactors() {
  const queries = useQueryClient();
  const list = useQuery({
    queryKey: OWN_FACTORS,
    queryFn: ({ signal }) => listFactors(signal),
  });

  /** After a change: the list, whether the dashboard is open, and whether the session goes on. */
  const reread = async (): Promise<void> => {
    await Promise.all([queries.invalidateQueries({ queryKey: OWN_FACTORS }), profileChanged()]);
  };

  return { list, reread };
}
