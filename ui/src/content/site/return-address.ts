/**
 * The address of this site that a sign-in leads back to, in the query of /auth. It survives the second step, a reload and
 * another tab. Bare /apply is not one: the sign-in then leads on as without an address.
 */
import { paths } from './pages';

type Address = { pathname: string; search?: string; hash?: string };

/** Pages that need a sign-in. A crafted link leads nowhere else. */
const LEADS_BACK: readonly string[] = [paths.account, paths.apply, paths.admin];
const NAME = 'next';
/** Stands in for the origin of this site. */
const ORIGIN = 'https://origin.invalid';

function isReturnAddress({ origin, pathname, search, hash }: URL): boolean {
  const path = pathname.replace(/\/$/, '');
  return (
    origin === ORIGIN && LEADS_BACK.includes(path) && (path !== paths.apply || search + hash !== '')
  );
}

/** The address in the query of /auth; null if there is none that is allowed. */
export function returnAddress(query: string): string | null {
  try {
    const url = new URL(new URLSearchParams(query).get(NAME) ?? '', ORIGIN);
    return isReturnAddress(url) ? url.pathname + url.search + url.hash : null;
  } catch {
    return null;
  }
}

/** The path of /auth with the query that leads back to this address. */
export function signInPath({ pathname, search = '', hash = '' }: Address): string {
  const query = `?${new URLSearchParams({ [NAME]: `${pathname}${search}${hash}` }).toString()}`;
  return returnAddress(query) === null ? paths.auth : paths.auth + query;
}
