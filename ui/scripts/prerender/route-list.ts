/** The entries of routes.json: what the server must know about each route. */
import type { Screen } from '../../src/app/screen';

export interface RouteListEntry {
  path: string;
  file: string;
  noindex: boolean;
  referrer: 'strict-origin-when-cross-origin' | 'no-referrer';
  status: 200;
}

/** The folder of the pages that are not prerendered. */
export const SHELLS = 'shells/';

/** A path as a file name. */
export function nameOf(path: string): string {
  return path === '/' ? 'home' : path.slice(1).replaceAll('/', '-');
}

/** Indexable pages are prerendered; the others depend on who is signed in and get a shell, each its own. */
export function fileOf({ path, noindex }: Screen): string {
  if (noindex) return `${SHELLS}${nameOf(path.replaceAll(':', ''))}.html`;
  return path === '/' ? 'index.html' : `${path.slice(1)}/index.html`;
}

export function routeList(table: readonly Screen[]): RouteListEntry[] {
  return table.map((screen) => ({
    path: screen.path,
    file: fileOf(screen),
    noindex: screen.noindex ?? false,
    referrer: screen.referrer ?? 'strict-origin-when-cross-origin',
    status: 200,
  }));
}
