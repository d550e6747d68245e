/** The fragment of a provider's callback, which is removed from the URL. */
import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';

/** The fragment without the `#`; may be empty. A second callback in the same tab replaces the first. */
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
