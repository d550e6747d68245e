/** The token in the fragment of a mail's link. Once read, it leaves the address bar and the history. */
import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';

const tokenIn = (hash: string): string => new URLSearchParams(hash.slice(1)).get('token') ?? '';

/** Empty if the link holds none. A second link opened in the same tab counts anew. */
export function useLinkToken(): string {
  const { hash, pathname } = useLocation();
  const navigate = useNavigate();
  const [token, setToken] = useState(() => tokenIn(hash));
  useEffect(() => {
    if (hash === '') return;
    setToken(tokenIn(hash));
    void navigate(pathname, { replace: true });
  }, [hash, pathname, navigate]);
  return token;
}
