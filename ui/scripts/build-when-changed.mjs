/**
 * Builds the browser side, unless ui/dist was built from just what is here now. What it was built from stands in it as
 * a hash over every file of ui and what is installed; Vite empties the folder before each build, whoever asks for it,
 * so that a folder with another content never keeps the hash.
 */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const mark = join(root, 'dist', '.built-from');
const notInputs = new Set(['dist', 'node_modules']);

/** All of them: Tailwind looks for class names in every file. */
function* inputs(folder) {
  for (const entry of readdirSync(join(root, folder), { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) yield* notInputs.has(path) ? [] : inputs(path);
    else if (!entry.isSymbolicLink()) yield path;
  }
  if (folder === '') yield join('node_modules', '.package-lock.json');
}

/** By code units, so that no locale changes the order. */
const byText = (one, other) => Number(one > other) - Number(one < other);

function hashOfInputs() {
  const hash = createHash('sha256').update(process.version);
  for (const name of Object.keys(process.env).toSorted(byText))
    if (name === 'NODE_ENV' || name.startsWith('VITE_'))
      hash.update(`\0${name}=${process.env[name]}`);
  for (const path of [...inputs('')].toSorted(byText)) {
    const content = readFileSync(join(root, path));
    hash.update(`\0${path}\0${content.length}\0`).update(content);
  }
  return hash.digest('hex');
}

// Before the build: whatever is edited while it runs is built the next time.
const now = hashOfInputs();
if (!existsSync(mark) || readFileSync(mark, 'utf8') !== now) {
  execFileSync('npm', ['--prefix', root, 'run', 'build'], { stdio: 'inherit' });
  writeFileSync(mark, now);
}
