/** Shows a page only to users with the required role. Access is not denied before the server has sent the roles. */
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
  /** Shown while the roles cannot be read: `AccountUnchecked` in the frame of the page. */
  unchecked: ReactNode;
  visitor: ReactNode;
  refused: ReactNode;
  /** Use the user's id as `key` of components whose state belongs to the user. */
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

/** The id of a user with access, or the content to show instead. */
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
