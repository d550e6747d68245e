/** Builds src/static-site.tsx for Node with the configuration of the browser build, and loads it. */
import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build, type ResolvedConfig } from 'vite';
import type { Screen } from '../../src/app/screen';
import type * as StaticSite from '../../src/static-site';

export interface LoadedSite {
  site: typeof StaticSite;
  /** The file that contains a screen's page. */
  moduleOf(screen: Screen): string;
}

const ENTRY = 'src/static-site.tsx';
/** Matches the file name of a page in the compiled `load` function of its screen. */
const importOfPage = /import\(\s*["'`]\.\/([^"'`]+)["'`]\s*\)/;

/** Deletes the built files after `work`. */
export async function withStaticSite(
  config: ResolvedConfig,
  work: (loaded: LoadedSite) => Promise<void>,
): Promise<void> {
  // Package imports resolve only inside the project.
  const outDir = await mkdtemp(join(config.root, 'node_modules', '.static-site-'));
  try {
    const built = await build({
      root: config.root,
      configFile: config.configFile ?? false,
      logLevel: 'warn',
      mode: config.mode,
      build: { ssr: ENTRY, outDir, emptyOutDir: true, copyPublicDir: false, minify: false },
      ssr: { noExternal: true },
    });
    if (Array.isArray(built) || !('output' in built)) throw new Error('One build was expected.');
    const site = (await import(
      pathToFileURL(join(outDir, 'static-site.js')).href
    )) as typeof StaticSite;
    const moduleOf = ({ path, load }: Screen): string => {
      const file = importOfPage.exec(load.toString())?.[1];
      const page = built.output.find((output) => output.fileName === file);
      if (page?.type !== 'chunk' || !page.facadeModuleId)
        throw new Error(`The page at ${path} has no file.`);
      return page.facadeModuleId;
    };
    await work({ site, moduleOf });
  } finally {
    await rm(outDir, { recursive: true, force: true });
  }
}
