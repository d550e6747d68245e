/** What the server must know of each route, taken from the route table of the pages. */
import type { Screen } from '../src/app/screen';

export interface RouteListEntry {
  path: string;
  file: string;
  noindex: boolean;
  referrer: 'strict-origin-when-cross-origin' | 'no-referrer';
  status: 200;
}

/** Says a path in one word, for the name of a file. */
export function nameOf(path: string): string {
  return path === '/' ? 'home' : path.slice(1).replaceAll('/', '-');
}

/** Pages that search engines may know are files of their own; the others depend on who is signed in. */
export function fileOf({ path, noindex }: Screen): string {
  if (noindex) return 'app-shell.html';
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
