/** What the server must know of each route, taken from the route table of the pages. */
import { runnerImport } from 'vite';
import type { Screen } from '../src/app/screen';

export interface RouteListEntry {
  path: string;
  file: string;
  noindex: boolean;
  referrer: 'strict-origin-when-cross-origin' | 'no-referrer';
  status: 200;
}

/** The table is TypeScript with lazy pages; Vite runs it without loading any of them. */
export async function readRouteList(root: string, shell: string): Promise<RouteListEntry[]> {
  const table = `${root}/src/app/route-table.tsx`;
  const { module } = await runnerImport<{ routeTable: readonly Screen[] }>(table, {
    root,
    configFile: false,
    logLevel: 'warn',
  });
  return module.routeTable.map(({ path, noindex = false, referrer }) => ({
    path,
    file: shell,
    noindex,
    referrer: referrer ?? 'strict-origin-when-cross-origin',
    status: 200,
  }));
}
