/**
 * The last step of the build: names the shell, refuses what the security policy forbids, writes routes.json
 * for the server and compresses. One plugin, because the steps must follow each other.
 */
import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Plugin, ResolvedConfig } from 'vite';
import { precompress } from './precompress.ts';
import { readRouteList } from './route-list.ts';
import { faultsOf } from './strict-html.ts';

/** The page for every route that is not prerendered, and with status 404 for unknown paths. */
export const SHELL = 'app-shell.html';

export function siteOutput(): Plugin {
  let config: ResolvedConfig;
  let failed = false;
  return {
    name: 'site-output',
    apply: 'build',
    configResolved(resolved) {
      config = resolved;
    },
    buildEnd(error) {
      failed = error !== undefined;
    },
    closeBundle: {
      order: 'post',
      sequential: true,
      async handler() {
        if (failed) return;
        const out = join(config.root, config.build.outDir);
        await rename(join(out, 'index.html'), join(out, SHELL));
        const faults = faultsOf(await readFile(join(out, SHELL), 'utf8'));
        if (faults.length > 0) this.error(`${SHELL} has ${faults.join('; ')}`);
        const routes = await readRouteList(config.root, SHELL);
        await writeFile(join(out, 'routes.json'), `${JSON.stringify(routes, null, 2)}\n`);
        await precompress(out);
      },
    },
  };
}
