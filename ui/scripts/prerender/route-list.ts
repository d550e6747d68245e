/** The entries of routes.json, which the server reads. */
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

export function nameOf(path: string): string {
  return path === '/' ? 'home' : path.slice(1).replaceAll('/', '-');
}

/** Indexable pages are prerendered. Every other page depends on the user and has a shell. */
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
