/** The email address from the previous page; may be empty. */
import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';

export function usePrefilledEmail(): string {
  const { pathname, state }: { pathname: string; state: unknown } = useLocation();
  const navigate = useNavigate();
  const [email] = useState(() => (typeof state === 'string' ? state : ''));
  useEffect(() => {
    // The history survives Sign Out, and the next user of this browser must not see the address.
    if (state !== null) void navigate(pathname, { replace: true, state: null });
  }, [state, pathname, navigate]);
  return email;
}
