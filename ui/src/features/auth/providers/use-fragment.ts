/** What the fragment of the address holds when a provider has led back. Once read, it is taken out of the address. */
import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';

/** Without the `#`; empty if there is none. A second address opened in the same tab counts anew. */
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
