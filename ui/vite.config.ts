import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { oldestBrowsers } from './scripts/oldest-browsers.ts';
import { siteOutput } from './scripts/site-output.ts';

const server = 'http://127.0.0.1:8080';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** The package's own exports name the development build alone, warnings and all. */
const routerForProduction = ['react-router/dom', 'react-router'].map((name) => ({
  find: new RegExp(`^${name}$`),
  replacement: here(
    `./node_modules/react-router/dist/production/${name === 'react-router' ? 'index' : 'dom-export'}.mjs`,
  ),
}));

/** Of most pages. */
const components = 'section|picture|icon-card|fields|mail-text|arched-portrait|page-hero';

/** What every page needs, and most of them, comes as one file: many small ones would weigh more and take longer. */
const onePartForAll = {
  output: {
    codeSplitting: {
      groups: [
        { name: 'site', test: new RegExp(`src/(main|components/\\w+/(${components}))\\.tsx$`) },
      ],
    },
  },
};

/**
 * The first load names each file that a page still to be opened needs, so that all of them come at once. Pages for accounts
 * do without: their files come one after the other (on hover or focus already), and every visitor saves 1 kB.
 */
const UNNAMED = /(auth(-\w+)?|account|admin|apply)-page|own-next-step/;

export default defineConfig(({ command, isSsrBuild }) => ({
  plugins: [react(), tailwindcss(), siteOutput()],
  resolve: {
    alias: [
      // The original injects <style> elements, which the Content-Security-Policy forbids.
      { find: 'react-remove-scroll', replacement: here('./src/lib/remove-scroll.tsx') },
      ...(command === 'build' ? routerForProduction : []),
    ],
  },
  server: {
    host: '127.0.0.1',
    proxy: { '/api': server, '/storage': server, '/email-previews': server, '/dev': server },
  },
  build: {
    target: [...oldestBrowsers],
    // Everything is a file of its own: the policy allows neither data: fonts nor inline scripts.
    assetsInlineLimit: 0,
    modulePreload: {
      polyfill: false,
      resolveDependencies: (file, parts) =>
        UNNAMED.test(file) ? parts.filter((part) => !part.endsWith('.js')) : parts,
    },
    ...(isSsrBuild ? {} : { rolldownOptions: onePartForAll }),
  },
  test: {
    environment: 'jsdom',
    environmentOptions: { jsdom: { url: 'http://localhost:3000/' } },
    setupFiles: ['./test/setup.ts'],
    include: ['{src,scripts,test}/**/*.test.{ts,tsx}'],
    restoreMocks: true,
    testTimeout: 30_000,
    // Vitest leaves one processor free for watching, which is half of a machine with two.
    maxWorkers: '100%',
  },
}));
