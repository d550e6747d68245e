import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
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

export default defineConfig(({ command }) => ({
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
    proxy: { '/api': server, '/storage': server, '/dev': server },
  },
  build: {
    // Everything is a file of its own: the policy allows neither data: fonts nor inline scripts.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
  test: {
    environment: 'jsdom',
    environmentOptions: { jsdom: { url: 'http://localhost:3000/' } },
    setupFiles: ['./test/setup.ts'],
    include: ['{src,scripts,test}/**/*.test.{ts,tsx}'],
    restoreMocks: true,
    testTimeout: 30_000,
  },
}));
