import { useQuery, useQueryClient } from '@tanstack/react-query';
import {
  endOtherSessions,
  endSession,
  listSessions,
  type OwnSession,
  type OwnSessionPage,
} from '../../api/sessions';

export const OWN_SESSIONS = ['own-sessions'] as const;
/** The server's page size limit. */
const MAX_SESSIONS = 100;

export function useOwnSessions() {
  const queries = useQueryClient();
  const list = useQuery({
    queryKey: OWN_SESSIONS,
    queryFn: ({ signal }) => listSessions(MAX_SESSIONS, signal),
  });

  /** Removes ended sessions immediately, even if the list cannot be fetched again. */
  const keepOnly = async (stays: (session: OwnSession) => boolean) => {
    await queries.cancelQueries({ queryKey: OWN_SESSIONS });
    queries.setQueryData<OwnSessionPage>(OWN_SESSIONS, (page) => {
      if (page === undefined) return undefined;
      const items = page.items.filter(stays);
      return { ...page, items, total: page.total - (page.items.length - items.length) };
    });
    void queries.invalidateQueries({ queryKey: OWN_SESSIONS });
  };

  return {
    list,
    end: async (id: string) => {
      await endSession(id);
      await keepOnly((session) => session.id !== id);
    },
    endOthers: async () => {
      await endOtherSessions();
      await keepOnly(({ current }) => current);
    },
  };
}
