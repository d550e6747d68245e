/** The address that the page before has handed on; empty if it has none. */
import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';

export function useKnownEmail(): string {
  const { pathname, state }: { pathname: string; state: unknown } = useLocation();
  const navigate = useNavigate();
  const [email] = useState(() => (typeof state === 'string' ? state : ''));
  useEffect(() => {
    // The history outlives a reload and Sign Out: whoever uses this browser next is not to find the address there.
    if (state !== null) void navigate(pathname, { replace: true, state: null });
  }, [state, pathname, navigate]);
  return email;
}
