/** The fragment of a provider's callback. It is removed from the address once it is read. */
import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';

/** Without the `#`; empty if there is none. A second callback in the same tab replaces the first. */
export function useFragment(): string {
  const { hash, pathname } = useLocation();
  const navigate = useNavigate();
  const [fragment, setFragment] = useState(hash.slice(1));
  useEffect(() => {
    if (hash === '') return;
    setFragment(hash.slice(1));
    void navigate(pathname, { replace: true });
  }, [hash, pathname, navigate]);
  return fragment;
}
