/** `npm run draw`: draws every picture again and writes it to src/pictures. Vite runs the TypeScript. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runnerImport } from 'vite';

const ui = fileURLToPath(new URL('..', import.meta.url));
const { module } = await runnerImport(`${ui}/scripts/draw/all-pictures.ts`, {
  root: ui,
  configFile: false,
  logLevel: 'warn',
});

for (const [name, svg] of module.drawAll()) {
  const file = `${ui}/src/pictures/${name}`;
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, svg);
}
