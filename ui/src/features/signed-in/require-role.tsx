/**
 * A page for those whose roles allow it, and what others see there. Roles count only as the server tells them; until
 * they are known nobody is turned away. The pages below may use queries (query-cache.ts).
 */
import { QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Roles } from '../../session/roles';
import { useSession } from '../../session/use-session';
import { queryCache } from './query-cache';

export interface RequireRoleProps {
  /** One of session/roles, such as isAdmin. */
  allows: (roles: Roles) => boolean;
  /** As long as session and roles are on their way. */
  waiting: ReactNode;
  /** For who is not signed in. */
  visitor: ReactNode;
  /** For who is signed in and has not the roles. */
  refused: ReactNode;
  /** The page. What belongs to one person in it takes the id as its key. */
  children: (userId: string) => ReactNode;
}

export function RequireRole({ children, ...others }: RequireRoleProps) {
  const access = useAccess(others);
  return (
    <QueryClientProvider client={queryCache}>
      {typeof access === 'string' ? children(access) : access.instead}
    </QueryClientProvider>
  );
}

/** The id of the person who may enter, or what is shown instead. */
function useAccess({
  allows,
  waiting,
  visitor,
  refused,
}: Omit<RequireRoleProps, 'children'>): string | { instead: ReactNode } {
  const session = useSession();
  if (session.status === 'loading') return { instead: waiting };
  if (session.status === 'signed-out') return { instead: visitor };
  if (session.roles === 'loading') return { instead: waiting };
  return allows(session.roles) ? session.session.user.id : { instead: refused };
}
