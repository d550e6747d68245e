/**
 * The token in the fragment of a mailed link; may be empty. It stays in the URL until it is used, so that it survives a
 * reload. Browsers send no fragment, and these pages send no Referer.
 */
import { useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';

/** Decodes the equals sign, which some mail programs encode. */
const tokenIn = (hash: string): string =>
  new URLSearchParams(hash.slice(1).replace(/^token%3d/i, 'token=')).get('token') ?? '';

export interface LinkTokenState {
  token: string;
  /** Removes the token from the URL and the history. `token` keeps its value. */
  removeFromUrl: () => void;
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
    removeFromUrl: () => {
      if (hash !== '') void navigate(pathname, { replace: true });
    },
  };
}
