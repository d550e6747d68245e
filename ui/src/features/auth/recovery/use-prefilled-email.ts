/** The email address from the previous page; may be empty. */
import { useEffect, useState } from 'react';
import { type Location, useLocation, useNavigate } from 'react-router-dom';

export function usePrefilledEmail(): string {
  const { search, hash, state }: Location<unknown> = useLocation();
  const navigate = useNavigate();
  const [email] = useState(() => (typeof state === 'string' ? state : ''));
  useEffect(() => {
    // The history survives Sign Out, and the next user of this browser must not see the address.
    if (state !== null) void navigate({ search, hash }, { replace: true, state: null });
  }, [state, search, hash, navigate]);
  return email;
}
