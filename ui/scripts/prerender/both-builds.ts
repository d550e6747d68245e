/** What the prerendering takes from the build for the browser and from the build of src/static-site.tsx for Node. */
import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build, type ResolvedConfig, type Rolldown } from 'vite';
import type { Screen } from '../../src/app/route-table';
import type * as StaticSite from '../../src/static-site';

export interface LoadedSite {
  site: typeof StaticSite;
  /** The file that contains a screen's page. */
  moduleOf(screen: Screen): string;
}

const ENTRY = 'src/static-site.tsx';
/** Matches the file name of a page in the compiled `load` function of its screen. */
const importOfPage = /import\(\s*["'`]\.\/([^"'`]+)["'`]\s*\)/;

/** Builds src/static-site.tsx with the configuration of the browser build, loads it, and deletes the built files after `work`. */
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

/** The two fonts that nearly every page uses above the fold. */
const PRELOADED_FONTS = ['source-serif-4-latin-600-normal', 'public-sans-latin-wght-normal'];

export type ClientCode = ReturnType<typeof clientCode>;

/** The files from the browser build that a page preloads. */
export function clientCode(bundle: Rolldown.OutputBundle) {
  const outputs = Object.values(bundle);
  const chunks = outputs.filter((output) => output.type === 'chunk');
  const fonts = PRELOADED_FONTS.map((name) => {
    const font = outputs.find(({ fileName }) => fileName.includes(`${name}-`));
    if (!font) throw new Error(`The build has no font ${name}.`);
    return `/${font.fileName}`;
  });

  /** URLs of the chunk with this page module and of all its static imports. */
  const scriptsOf = (module: string): string[] => {
    const page = chunks.find((chunk) => chunk.moduleIds.includes(module));
    if (!page) throw new Error(`The build has no code of ${module}.`);
    const needed = new Set<string>();
    const visit = (fileName: string) => {
      if (needed.has(fileName)) return;
      needed.add(fileName);
      for (const chunk of chunks)
        if (chunk.fileName === fileName) chunk.imports.forEach((name) => visit(name));
    };
    visit(page.fileName);
    return [...needed].map((fileName) => `/${fileName}`);
  };

  return { fonts, scriptsOf };
}
