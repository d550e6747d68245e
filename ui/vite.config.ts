import { readFileSync } from 'node:fs';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { oldestBrowsers } from './scripts/oldest-browsers.ts';
import { siteOutput } from './scripts/prerender/site-output.ts';

const server = 'http://127.0.0.1:8080';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** The package exports only the development build. */
const routerForProduction = ['react-router/dom', 'react-router'].map((name) => ({
  find: new RegExp(`^${name}$`),
  replacement: here(
    `./node_modules/react-router/dist/production/${name === 'react-router' ? 'index' : 'dom-export'}.mjs`,
  ),
}));

/**
 * The router's parts for data routers and its framework, which this site does not use, are 4 kB of the first load, unless its
 * build says that making them changes nothing.
 */
const unusedRouter = {
  name: 'unused-router',
  transform: {
    filter: { id: /react-router\/dist\/production/ },
    handler: (code: string) =>
      code
        .replaceAll(/(?<=^var \w+ = )React\d+\.(?:memo|forwardRef)\(/gm, '/* @__PURE__ */ $&')
        .replaceAll(/^\w+\.(?:displayName|contextType) = .*$/gm, '')
        .replaceAll(/(?<=return )(?:shouldPrefetch|dataRouterState)(?= && )/g, 'false'),
  },
};

/** Components of most pages. */
const components = 'section|picture|icon-card|fields|mail-text|arched-portrait|page-hero';

/** The shared code of most pages is one chunk, which is smaller and faster than many chunks. */
const siteChunk = {
  output: {
    codeSplitting: {
      groups: [
        {
          name: 'site',
          test: new RegExp(`src/(main|components/\\w+/(${components}))\\.tsx?$`),
        },
      ],
    },
  },
};

/**
 * Pages whose files are not in the preload list of the first load. They load in sequence, which saves each visitor 1 kB.
 */
const WITHOUT_PRELOADS = /(auth(-\w+)?|account|admin|apply|confirm|preferences)-page|own-next-step/;

/** Groups the files by environment, because each change of environment starts a new worker. */
class ByEnvironment extends BaseSequencer {
  override async sort(files: TestSpecification[]) {
    const environment = ({ moduleId }: TestSpecification) =>
      /@vitest-environment.*/.exec(readFileSync(moduleId, 'utf8'))?.[0] ?? '';
    // oxlint-disable-next-line unicorn/no-array-sort -- a method of the sequencer
    const sorted = await super.sort(files);
    return sorted.toSorted((one, other) => environment(one).localeCompare(environment(other)));
  }
}

export default defineConfig(({ command, isSsrBuild }) => ({
  plugins: [unusedRouter, react(), tailwindcss(), siteOutput()],
  resolve: {
    alias: [
      // The original injects <style> elements, which the Content-Security-Policy forbids.
      { find: 'react-remove-scroll', replacement: here('./src/lib/browser/scroll-lock.tsx') },
      ...(command === 'build' ? routerForProduction : []),
    ],
  },
  server: {
    host: '127.0.0.1',
    proxy: { '/api': server, '/storage': server, '/email-previews': server, '/dev': server },
  },
  build: {
    target: [...oldestBrowsers],
    // The policy allows neither data: fonts nor inline scripts.
    assetsInlineLimit: 0,
    modulePreload: {
      polyfill: false,
      resolveDependencies: (file, parts) =>
        WITHOUT_PRELOADS.test(file) ? parts.filter((part) => !part.endsWith('.js')) : parts,
    },
    ...(isSsrBuild ? {} : { rolldownOptions: siteChunk }),
  },
  test: {
    environment: 'jsdom',
    environmentOptions: { jsdom: { url: 'http://localhost:3000/' } },
    setupFiles: ['./test/setup.ts'],
    include: ['{src,scripts,test}/**/*.test.{ts,tsx}'],
    // Isolated, the files take 2.5 times the processor time (385 s in place of 154 s), because each starts a worker and loads its
    // libraries. test/setup.ts separates the files. A late warning of the file before may remain, so a test expects its own
    // warning, not the only one.
    isolate: false,
    sequence: { sequencer: ByEnvironment },
    restoreMocks: true,
    testTimeout: 30_000,
    // By default Vitest leaves one processor free.
    maxWorkers: '100%',
  },
}));
