/** State in the URL query, which reloads, Back and shared links restore. */
import { useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router-dom';

export function useUrlState() {
  const [inUrl, setInUrl] = useSearchParams();
  // The router commits the URL later. Until then a field would get its old value back.
  const [shown, setShown] = useState({ inUrl, params: inUrl });
  const params = shown.inUrl === inUrl ? shown.params : inUrl;
  // A second change builds on the first even before React has rendered it.
  const intended = useRef(inUrl);
  useEffect(() => {
    const revert = () => {
      intended.current = inUrl;
      setShown({ inUrl, params: inUrl });
    };
    intended.current = inUrl;
    // If Back comes before React has rendered a change, React renders neither, and the URL is the same as before.
    window.addEventListener('popstate', revert);
    return () => window.removeEventListener('popstate', revert);
  }, [inUrl]);

  /**
   * `edit` modifies its argument. Other parameters are kept, and the page does not scroll. `push` adds a history entry
   * instead of replacing the current one, `state` is its state.
   */
  const change = (
    edit: (next: URLSearchParams) => void,
    { push = false, state }: { push?: boolean; state?: unknown } = {},
  ) => {
    const next = new URLSearchParams(intended.current);
    edit(next);
    intended.current = next;
    setShown({ inUrl, params: next });
    setInUrl(next, { replace: !push, state, preventScrollReset: true });
  };

  return { params, change };
}
