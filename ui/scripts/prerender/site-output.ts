/**
 * The last steps of the build: prerenders every public page, writes the files for search engines, feed readers and link
 * previews and routes.json for the server, and compresses the files.
 */
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Plugin, ResolvedConfig } from 'vite';
import { type ClientCode, clientCode } from './client-code.ts';
import { colour } from '../colours.ts';
import { unsupportedCalls } from '../oldest-browsers.ts';
import { element } from './page-html.ts';
import { precompress } from './precompress.ts';
import { withStaticSite } from './load-site.ts';
import { routeList, SHELLS } from './route-list.ts';
import { NOT_FOUND, staticFiles } from './static-files.ts';
import { faultsOf } from './strict-html.ts';

function kindOf(file: string): Parameters<typeof faultsOf>[1] {
  if (file.startsWith(SHELLS)) return 'shell';
  return file === NOT_FOUND ? 'not-found' : 'page';
}

export function siteOutput(): Plugin {
  let config: ResolvedConfig;
  let code: ClientCode | undefined;
  return {
    name: 'site-output',
    apply: (_config, { command, isSsrBuild }) => command === 'build' && !isSsrBuild,
    configResolved(resolved) {
      config = resolved;
    },
    generateBundle(_options, bundle) {
      for (const output of Object.values(bundle)) {
        const calls = output.type === 'chunk' ? unsupportedCalls(output.code) : [];
        if (calls.length > 0)
          this.error(`${output.fileName} calls ${calls.join(', ')}, which old browsers lack`);
      }
      code = clientCode(bundle);
    },
    closeBundle: {
      order: 'post',
      sequential: true,
      async handler() {
        // The build has failed before this point.
        if (!code) return;
        const out = join(config.root, config.build.outDir);
        const source = { code, out, main: join(config.root, 'src/main.tsx') };
        const put = async (file: string, content: string | Uint8Array) => {
          const faults = file.endsWith('.html') ? faultsOf(String(content), kindOf(file)) : [];
          if (faults.length > 0) this.error(`${file} has ${faults.join('; ')}`);
          await mkdir(dirname(join(out, file)), { recursive: true });
          await writeFile(join(out, file), content);
        };
        const built = await readFile(join(out, 'index.html'), 'utf8');
        await rm(join(out, 'index.html'));
        const fonts = code.fonts.map((href) =>
          element('link', {
            rel: 'preload',
            as: 'font',
            type: 'font/woff2',
            href,
            crossorigin: '',
          }),
        );
        const theme = element('meta', { name: 'theme-color', content: colour('ink') });
        await withStaticSite(config, async (loaded) => {
          const shell = built
            .replace('<link', () => `${theme}${fonts.join('')}<link`)
            .replaceAll(
              /<(script type="module"|link rel="modulepreload")/g,
              '$& fetchpriority="low"',
            )
            .replace('</template>', () => `${loaded.site.notStartedNotice()}</template>`);
          for await (const [file, content] of staticFiles({ shell, ...source, ...loaded }))
            await put(file, content);
          const routes = routeList(loaded.site.routeTable);
          await put('routes.json', `${JSON.stringify(routes, null, 2)}\n`);
          await precompress(out, loaded.site.ORIGIN_STAND_IN);
        });
      },
    },
  };
}
