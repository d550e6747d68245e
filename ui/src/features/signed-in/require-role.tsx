/** Shows a page only to users with the required role. Access is not denied before the server has sent the roles. */
import { QueryCache, QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Roles } from '../../session/roles';
import { type SessionState, sessionState, useSession } from '../../session/session-state';
import { NotStored, Waiting } from './account-unchecked';
import { type ToastMessage, showToast } from '../../components/feedback/toast-store';

export interface RequireRoleProps {
  /** A predicate of session/roles, such as isAdmin. */
  allows: (roles: Roles) => boolean;
  waiting: ReactNode;
  /** Shown while the roles cannot be read: `AccountUnchecked` in the frame of the page. */
  unchecked: ReactNode;
  visitor: ReactNode;
  refused: ReactNode;
  /** Use the user's id as `key` of components whose state belongs to the user. */
  children: (userId: string) => ReactNode;
}

export function RequireRole(props: RequireRoleProps) {
  const session = useSession();
  return (
    <QueryClientProvider client={queryCache}>
      <NotStored />
      {contentFor(session, props)}
    </QueryClientProvider>
  );
}

function contentFor(session: SessionState, props: RequireRoleProps): ReactNode {
  const { allows, waiting, unchecked, visitor, refused, children } = props;
  if (session.status === 'signed-out') return visitor;
  if (session.status === 'loading' || session.roles === 'loading') {
    return <Waiting waiting={waiting} unchecked={unchecked} />;
  }
  if (session.roles === 'unknown') return unchecked;
  return allows(session.roles) ? children(session.session.user.id) : refused;
}

declare module '@tanstack/react-query' {
  interface Register {
    /** `failure` is the toast shown when the query fails. */
    queryMeta: { failure?: Pick<ToastMessage, 'title' | 'description'> };
  }
}

/**
 * The cache of server data for the pages of signed-in users (TanStack Query). A page shows cached data immediately and
 * fetches it again. When the user changes, the cache is cleared.
 */
export const queryCache = new QueryClient({
  queryCache: new QueryCache({
    onError: (cause, { queryKey, meta }) => {
      console.warn(`The query ${String(queryKey[0])} failed.`, cause);
      if (meta?.failure) showToast({ ...meta.failure, variant: 'destructive' });
    },
  }),
  defaultOptions: {
    queries: {
      // api/transport/client.ts retries requests to a busy server.
      retry: false,
      // Being offline is treated as a failure, with a Retry button.
      networkMode: 'always',
      // Rows must not move under the pointer.
      refetchOnWindowFocus: false,
      refetchOnReconnect: false,
    },
  },
});

// A page from the back/forward cache may be outdated.
window.addEventListener('pageshow', ({ persisted }) => {
  if (persisted) void queryCache.invalidateQueries();
});

sessionState.subscribe(({ type }) => {
  if (type === 'SIGNED_OUT' || type === 'SIGNED_IN') queryCache.clear();
});
