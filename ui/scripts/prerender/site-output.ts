/**
 * The last steps of the build: prerenders every public page, writes the files for search engines, feed readers, link
 * previews and the server, and compresses the files.
 */
import { mkdir, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Plugin, ResolvedConfig } from 'vite';
import { colour } from '../colours.ts';
import { unsupportedCalls } from '../oldest-browsers.ts';
import { element } from './page-html.ts';
import { type ClientCode, clientCode, withStaticSite } from './both-builds.ts';
import { NOT_FOUND, SHELLS, staticFiles } from './static-files.ts';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

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
          await precompress(out, loaded.site.ORIGIN_STAND_IN);
        });
      },
    },
  };
}

/** The server reads routes.json itself and never sends it. */
const compressible = /(?<!routes)\.(js|css|html|svg|json|txt|xml|webmanifest)$/;
const SMALLEST = 512;

const brotli = promisify(brotliCompress);
const gz = promisify(gzip);

/**
 * Writes a .br and a .gz file next to each file, if they are smaller. Skips files that contain `placeholder`: the server
 * replaces it with its own origin and compresses those files itself.
 */
async function precompress(folder: string, placeholder: string): Promise<void> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  for (const entry of entries) {
    if (!entry.isFile() || !compressible.test(entry.name)) continue;
    const file = join(entry.parentPath, entry.name);
    const content = await readFile(file);
    if (content.length < SMALLEST || content.includes(placeholder)) continue;
    const variants = [
      ['br', await brotli(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } })],
      ['gz', await gz(content, { level: 9 })],
    ] as const;
    for (const [extension, packed] of variants) {
      if (packed.length < content.length) await writeFile(`${file}.${extension}`, packed);
    }
  }
}

const inline = {
  'inline script': /<script\b(?![^>]*\bsrc=)(?![^>]*type=["']?application\/ld\+json)[^>]*>/gi,
  'inline style': /<style\b[^>]*>|\sstyle\s*=/gi,
  'inline event handler': /<[^>]+\son[a-z]+\s*=/gi,
};
const once = {
  title: /<title\b/g,
  description: /<meta name="description"/g,
  'canonical address': /<link rel="canonical"/g,
};

/** Expected number of elements in the head, by kind of file. */
const counts = {
  page: { title: 1, description: 1, 'canonical address': 1 },
  // The not-found page is served at every unknown path.
  'not-found': { title: 1, description: 1, 'canonical address': 0 },
  // React inserts its own title before this one, and src/app/layout/screen-head.tsx removes this one.
  shell: { title: 1, description: 0, 'canonical address': 0 },
} as const;

/** Inline code that the Content-Security-Policy blocks, and missing or duplicate elements in the head. */
export function faultsOf(html: string, kind: keyof typeof counts): string[] {
  const faults = Object.entries(inline).flatMap(([name, pattern]) =>
    [...html.matchAll(pattern)].map(([found]) => `${name}: ${found.slice(0, 80)}`),
  );
  // SVGs in the body may have a title element.
  const [head = ''] = html.split('</head>');
  for (const [name, expected] of Object.entries(counts[kind])) {
    const count = [...head.matchAll(once[name as keyof typeof once])].length;
    if (count !== expected) faults.push(`${name}: ${count} in the head`);
  }
  return faults;
}
