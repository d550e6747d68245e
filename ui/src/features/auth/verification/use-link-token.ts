/**
 * The token in the fragment of a mail's link; empty if the link holds none. It stays in the address, so that a reload finds
 * it again, until it is used. Browsers send no fragment, and the pages behind mails no Referer.
 */
import { useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';

/** Some mail programs encode the equals sign. */
const tokenIn = (hash: string): string =>
  new URLSearchParams(hash.slice(1).replace(/^token%3d/i, 'token=')).get('token') ?? '';

export interface LinkTokenState {
  token: string;
  /** Removes the token from the address and the history. The page keeps it. */
  takeOut: () => void;
}

export function useLinkToken(): LinkTokenState {
  const { hash, pathname } = useLocation();
  const navigate = useNavigate();
  const present = tokenIn(hash);
  const [token, setToken] = useState(present);
  // A second link may be opened in the same tab.
  if (present !== '' && present !== token) setToken(present);
  return {
    token,
    takeOut: () => {
      if (hash !== '') void navigate(pathname, { replace: true });
    },
  };
}
