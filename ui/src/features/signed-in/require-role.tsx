/**
 * Shows a page only to users with the required role, and provides the query cache. Roles come from the server, and no
 * user is refused before they are known.
 */
import { QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Roles } from '../../session/roles';
import { useSession } from '../../session/use-session';
import { Waiting } from './account-unchecked';
import { NotStored } from './not-stored';
import { queryCache } from './query-cache';

export interface RequireRoleProps {
  /** A predicate of session/roles, such as isAdmin. */
  allows: (roles: Roles) => boolean;
  waiting: ReactNode;
  /** While the roles cannot be read: `AccountUnchecked` in the page's frame. */
  unchecked: ReactNode;
  visitor: ReactNode;
  refused: ReactNode;
  /** The page. Use the user's id as `key` where state belongs to one user. */
  children: (userId: string) => ReactNode;
}

export function RequireRole({ children, ...others }: RequireRoleProps) {
  const access = useAccess(others);
  const shown = typeof access === 'string' ? children(access) : access.instead;
  return (
    <QueryClientProvider client={queryCache}>
      <NotStored />
      {shown}
    </QueryClientProvider>
  );
}

/** The id of a user with access, or what to show instead. */
function useAccess({
  allows,
  waiting,
  unchecked,
  visitor,
  refused,
}: Omit<RequireRoleProps, 'children'>): string | { instead: ReactNode } {
  const session = useSession();
  if (session.status === 'signed-out') return { instead: visitor };
  if (session.status === 'loading' || session.roles === 'loading') {
    return { instead: <Waiting waiting={waiting} unchecked={unchecked} /> };
  }
  if (session.roles === 'unknown') return { instead: unchecked };
  return allows(session.roles) ? session.session.user.id : { instead: refused };
}
