/** The query of the address as state: reload, Back and a sent link show the same. */
import { useEffect, useRef } from 'react';
import { useSearchParams } from 'react-router-dom';

export interface AddressChange {
  /** A place of its own in the history, to which Back leads. */
  push?: boolean;
  /** What the place remembers beside its address. */
  state?: unknown;
}

export function useAddress() {
  const [params, setParams] = useSearchParams();
  // Two changes in a row build on each other, even before the first one is on screen.
  const intended = useRef(params);
  useEffect(() => {
    intended.current = params;
  }, [params]);

  /** `edit` may change what it is given. Other parameters stay, and nothing scrolls. */
  const change = (
    edit: (next: URLSearchParams) => void,
    { push = false, state }: AddressChange = {},
  ) => {
    const next = new URLSearchParams(intended.current);
    edit(next);
    intended.current = next;
    setParams(next, { replace: !push, state, preventScrollReset: true });
  };

  return { params, change };
}
